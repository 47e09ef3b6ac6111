import { expectedReads, savedBy } from '../../cache/worth.ts'
import { lifeMargin, usualLife } from '../../effect/cache/cache.ts'
import type { CacheInput, CachePrices } from '../../effect/cache/handler.ts'
import type { EffectOf } from '../../effect/effect.ts'
import { type Count, plus } from '../../ir/count.ts'
import type { CachedPrefix } from '../../ir/event.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { PlannedCache } from '../../ir/plan.ts'
import { headCount } from '../report/tokens.ts'
import { cacheKey, type KnownCache } from './known-caches.ts'
import type { Cuttable } from './read-cache.ts'

/** Share of tokens that implicit caching reads, where the handler does not say: reports go from none to nearly all. */
const usualImplicit = 0.5

/** Growth of the beginning from which a cache is asked for while an older one lives, or soon after one could not be made. */
const leastGrowth = 2

/** Returns the cache to ask for, of the beginning that this request shares with the one before it; null for none. */
export function wantedCache(
  cuttable: Cuttable,
  shared: PlannedCache,
  planned: PlannedCache,
  read: KnownCache | null,
): EffectOf<'cache'> | null {
  const { setup, handler, known, hashes, messages, now, caching, request } = cuttable
  const { minimum, mode } = setup.facts.cache
  const { model } = setup
  const prices = pricesOf(cuttable)
  if (model === null || mode === 'implicit' || minimum === null || prices === null) return null
  const size = sizeOf(cuttable, shared.messages)
  if (lowerBound(size) < minimum) return null
  const { ttl = usualLife, implicit = usualImplicit } = handler
  const last = known.at(-1)
  // A cache that could not be made is not asked for again at once, and caches that live at the same time are few.
  const isFailed = last?.stored === null && now < last.prefix.asked + ttl * 1000
  const before = isFailed ? last : read
  if (before !== null && size.estimate < leastGrowth * before.prefix.tokens) return null
  const pace = { requests: planned.requests, elapsed: now - planned.since }
  const reads = handler.reads ?? expectedReads(pace, ttl - lifeMargin / 1000)
  const held = read?.prefix.tokens ?? 0
  if (savedBy({ tokens: size.estimate, held, reads, ttl, implicit, prices }) <= 0) return null
  const prefix: CachedPrefix = {
    head: hashes[0] as string,
    messages: shared.messages,
    hash: shared.hash,
    tokens: Math.round(size.estimate),
    asked: now,
    after: last?.outcome.key ?? null,
  }
  const input: CacheInput = {
    model,
    ...caching.settings(request),
    contents: messages.slice(0, shared.messages) as readonly JsonObject[],
    ttl,
  }
  return { kind: 'cache', key: cacheKey(handler, prefix), input, prefix }
}

/** Returns the prices that decide; null if one is unknown. */
function pricesOf(cuttable: Cuttable): CachePrices | null {
  const { handler, setup } = cuttable
  const { prices } = handler
  if (prices !== undefined) return prices
  const { input, cacheRead: read, cacheStorage: storage } = setup.facts.price ?? {}
  return input === undefined || read === undefined || storage === undefined ? null : { input, read, storage }
}

/** Returns the size of what a cache would hold, without context blocks in it. */
function sizeOf({ setup, history, messages }: Cuttable, most: number): Count {
  const border = messages[most]
  const { head } = setup.backEnd
  let size = head.schemaAsText ? headCount(setup.backEnd) : plus(head.system, head.tools)
  for (const { count, messages: own } of history.sent) {
    if (own[0] === border) break
    size = plus(size, count)
  }
  return size
}

/** Returns a lower bound of a size: as far below the estimate as the upper bound is above it. */
const lowerBound = ({ estimate, max }: Count): number => 2 * estimate - max
