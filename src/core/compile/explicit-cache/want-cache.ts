import { cacheSavings, expectedReads } from '../../cache/worth.ts'
import { lifeMargin, usualLife } from '../../effect/cache/cache.ts'
import type { CacheInput, CachePrices } from '../../effect/cache/handler.ts'
import type { EffectOf } from '../../effect/effect.ts'
import { addCounts, type Count } from '../../ir/count.ts'
import type { CachedPrefix } from '../../ir/event.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { PlannedCache } from '../../ir/plan.ts'
import { headCount } from '../report/tokens.ts'
import { cacheKey, type KnownCache } from './known-caches.ts'
import type { Cuttable } from './read-cache.ts'

/**
 * Share of tokens that implicit caching reads, if the handler does not state the share. Reported shares range from none
 * to nearly all.
 */
const usualImplicit = 0.5

/**
 * Factor by which the prefix must have grown before another cache is requested. It applies while an older cache exists,
 * or shortly after a failure.
 */
const leastGrowth = 2

/**
 * Returns the cache to request for the prefix that this request shares with the previous request; null if there is
 * none.
 */
export function cacheToRequest(
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
  const size = sizeOfCache(cuttable, shared.messages)
  if (lowerBound(size) < minimum) return null
  const { ttl = usualLife, implicit = usualImplicit } = handler
  const last = known.at(-1)
  // A cache that failed is not requested again immediately, and only few caches exist at the same time.
  const isFailed = last?.stored === null && now < last.prefix.asked + ttl * 1000
  const before = isFailed ? last : read
  if (before !== null && size.estimate < leastGrowth * before.prefix.tokens) return null
  const pace = { requests: planned.requests, elapsed: now - planned.since }
  const reads = handler.reads ?? expectedReads(pace, ttl - lifeMargin / 1000)
  const held = read?.prefix.tokens ?? 0
  if (cacheSavings({ tokens: size.estimate, held, reads, ttl, implicit, prices }) <= 0) return null
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

/** Returns the prices of caching; null if one of them is unknown. */
function pricesOf(cuttable: Cuttable): CachePrices | null {
  const { handler, setup } = cuttable
  const { prices } = handler
  if (prices !== undefined) return prices
  const { input, cacheRead: read, cacheStorage: storage } = setup.facts.price ?? {}
  return input === undefined || read === undefined || storage === undefined ? null : { input, read, storage }
}

/** Returns the size of the content that a cache would contain. Context blocks inside this content are not counted. */
function sizeOfCache({ setup, history, messages }: Cuttable, most: number): Count {
  const border = messages[most]
  const { head } = setup.backEnd
  let size = head.schemaAsText ? headCount(setup.backEnd) : addCounts(head.system, head.tools)
  for (const { count, messages: own } of history.sent) {
    if (own[0] === border) break
    size = addCounts(size, count)
  }
  return size
}

/** Returns a lower bound of a size. It is as far below the estimate as the upper bound is above the estimate. */
const lowerBound = ({ estimate, max }: Count): number => 2 * estimate - max
