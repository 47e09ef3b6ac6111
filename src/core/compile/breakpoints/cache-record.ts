import type { Withheld } from '../../cache/choose.ts'
import { type Cached, forecastCacheUse, isUnmarked, type TokenForecast } from '../../cache/forecast.ts'
import { type TokenPrices, tokenPrices } from '../../cache/rates.ts'
import type { CacheRules } from '../../ir/cache.ts'
import { digest } from '../../text/digest.ts'
import type { Breakpoint, CacheForecast, CacheRecord, Compiled } from '../contract/result.ts'
import type { Setup } from '../contract/setup.ts'
import { cachePositionsOf } from './cached.ts'

const nothing = { read: 0, written: 0, uncached: 0, minimum: null, price: null }

const noRequest = 'there is no request'

const noRules = "the provider's cache rules are not known"

/** Cache record of a result that has no request. */
export const noCache: CacheRecord = {
  prices: null,
  breakpoints: [],
  withheld: [],
  against: () => ({ ...nothing, why: noRequest }),
  kept: () => ({ tokens: 0, why: noRequest, needsMark: false }),
}

/** Returns the cache record of a result for a target and its model's facts. */
export function cacheRecordOf(
  result: Compiled,
  setup: Pick<Setup, 'target' | 'facts'>,
  withheld: readonly Withheld[],
): CacheRecord {
  const { target, facts } = setup
  const { request, tokens } = result
  if (request === null) return noCache
  const { marking } = target
  const { minimum } = facts.cache
  const rules = marking?.rules(facts) ?? null
  const cached = cachePositionsOf(result, setup, rules)
  const breakpoints = breakpointsOf(cached)
  const ttl = breakpoints.at(-1)?.ttl ?? facts.cache.ttl?.[0]
  const prices = facts.price === undefined ? null : tokenPrices(facts.price, tokens.input, rules, ttl)
  const against = (now: Cached, before: Cached | null, isFirst: boolean): CacheForecast => {
    if (rules === null) return { ...nothing, uncached: tokens.input, minimum, why: noRules }
    const reading = forecastCacheUse(now, before, { rules, minimum })
    return {
      ...roundForecast(reading, tokens.input),
      minimum,
      price: prices && priceOf(reading, prices),
      why: whyNotFullyRead(reading, now, before, { isFirst, minimum, rules }),
    }
  }
  const record: CacheRecord = {
    prices,
    breakpoints,
    withheld,
    against(earlier = null) {
      const before =
        earlier === null || rules === null ? null : comparableEarlier(result, setup, earlier, rules)
      return against(cached, before, earlier === null)
    },
    kept() {
      if (rules === null) return { tokens: null, why: noRules, needsMark: false }
      const tokens = Math.round(forecastCacheUse(cached, cached, { rules, minimum }).read)
      const isLong = tokensUpToPosition(cached, cached.positions.length) >= (minimum ?? 0)
      return {
        tokens,
        why: tokens > 0 ? null : whyNothingCached(cached, rules, minimum),
        needsMark: tokens === 0 && isLong && isUnmarked(cached, rules),
      }
    },
  }
  const sent = `${target.name} ${result.model}`
  outlines.set(record, {
    outline: () => ({ sent, cached: outlineOfPositions(cached) }),
    against(earlier) {
      const before = earlier.sent === sent ? earlier.cached : null
      return against(outlineOfPositions(cached), before, false)
    },
  })
  return record
}

/**
 * Outline of a request, used to forecast cache use. It contains digests in place of the request's texts, so that it can
 * be stored.
 */
export interface CacheOutline {
  /** Names of the target and the model for which the request was made. */
  readonly sent: string
  readonly cached: Cached
}

/** Outlines of requests by cache record. Only adapters store outlines. */
const outlines = new WeakMap<
  CacheRecord,
  { outline(): CacheOutline; against(earlier: CacheOutline): CacheForecast }
>()

/**
 * Returns the outline of a request; null if there is no request. With the outline, another process can forecast the
 * cache use of a later request.
 */
export const outlineOf = (record: CacheRecord): CacheOutline | null => outlines.get(record)?.outline() ?? null

/** Forecasts the cache use of a request that follows the request to which an outline belongs. */
export const forecastAgainstOutline = (record: CacheRecord, earlier: CacheOutline): CacheForecast =>
  outlines.get(record)?.against(earlier) ?? record.against(null)

const shortDigest = (text: string): string => digest(text).slice(0, 12)

const outlineOfPositions = ({ positions, bound, ...rest }: Cached): Cached => ({
  ...rest,
  positions: positions.map(({ text, pointer: _, ...position }) => ({
    ...position,
    pointer: '',
    text: shortDigest(text),
  })),
  bound: { all: shortDigest(bound.all), messages: shortDigest(bound.messages) },
})

/** Returns an earlier request as the cache reads it; null if it was made for another target or model. */
function comparableEarlier(
  { model }: Compiled,
  setup: Pick<Setup, 'target' | 'facts'>,
  earlier: Compiled,
  rules: CacheRules,
): Cached | null {
  if (earlier.request === null || earlier.target !== setup.target.name || earlier.model !== model) return null
  return cachePositionsOf(earlier, setup, rules)
}

function breakpointsOf({ positions, before }: Cached): Breakpoint[] {
  let tokens = before
  return positions.flatMap(({ tokens: own, mark, pointer }) => {
    tokens += own
    return mark === null ? [] : [{ pointer, tokens: Math.round(tokens), ttl: mark.ttl }]
  })
}

/** Rounds a forecast to whole tokens that add up to the size of the request. */
function roundForecast(
  { read, written }: TokenForecast,
  total: number,
): Pick<CacheForecast, 'read' | 'written' | 'uncached'> {
  const whole = { read: Math.round(read), written: Math.round(written) }
  return { ...whole, uncached: Math.max(0, total - whole.read - whole.written) }
}

function priceOf(
  { read, written, uncached }: TokenForecast,
  { input, cacheRead, cacheWrite }: TokenPrices,
): number | null {
  if (cacheRead === null && read > 0) return null
  return (read * (cacheRead ?? 0) + written * cacheWrite + uncached * input) / 1e6
}

function whyNotFullyRead(
  { read, same }: TokenForecast,
  now: Cached,
  before: Cached | null,
  {
    isFirst,
    minimum,
    rules,
  }: { readonly isFirst: boolean; readonly minimum: number | null; readonly rules: CacheRules },
): string | null {
  if (isFirst) return 'no request was sent before'
  if (before === null) return 'the earlier request was for another model or target, or there was none'
  if (
    now.bound.all !== before.bound.all ||
    (now.bound.messages !== before.bound.messages && same === now.head)
  )
    return 'a setting that is part of the cache key changed'
  const shared = tokensUpToPosition(now, same)
  if (same === 0) return 'the prefixes differ'
  if (read >= shared - 1) return null
  if (read > 0)
    return 'the rest of the shared prefix was not written, or follows the last mark that the cache finds'
  const size = Math.round(shared)
  if (minimum !== null && size < minimum)
    return `the shared prefix has ${size} tokens, and a cached prefix needs at least ${minimum}`
  if (isUnmarked(before, rules)) return `the earlier request has ${noMark}`
  return 'the shared prefix was not written, or no mark leads to it'
}

const noMark = 'no cache mark (option `cache`), and the provider caches nothing without one'

/** Returns the reason why the provider caches nothing of a request. */
function whyNothingCached(cached: Cached, rules: CacheRules, minimum: number | null): string {
  const size = Math.round(tokensUpToPosition(cached, cached.positions.length))
  // The size is checked first, because a request below the minimum would not be cached even with a mark.
  if (minimum !== null && size < minimum)
    return `the request has ${size} tokens, and a cached prefix needs at least ${minimum}`
  if (rules.anywhere) return `the request has ${size} tokens, and the provider caches steps of ${rules.step}`
  return isUnmarked(cached, rules)
    ? `the request has ${noMark}`
    : 'no mark of the request ends a prefix that is long enough'
}

/** Returns the estimated tokens of a request up to the end of its first `count` positions. */
const tokensUpToPosition = ({ before, positions }: Cached, count: number): number =>
  positions.slice(0, count).reduce((sum, { tokens }) => sum + tokens, before)
