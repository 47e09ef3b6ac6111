import { effectFailed } from '../../diag/effect.ts'
import type { CacheHandler } from '../../effect/cache/handler.ts'
import type { Wanted } from '../../effect/wanted.ts'
import type { PlannedCache } from '../../ir/plan.ts'
import { buildMap, type SourceMap } from '../../map/source-map.ts'
import type { SentCache } from '../contract/result.ts'
import type { Setup } from '../contract/setup.ts'
import type { History } from '../fit/choice.ts'
import { cachesOf, type KnownCache } from './known-caches.ts'
import type { PrefixChain } from './prefix-chain.ts'
import { type Cuttable, isSteadyAfter, longestCache, plannedCacheOf } from './read-cache.ts'
import { cacheToRequest } from './want-cache.ts'

/** Whole request, and everything that decides about its cache. */
export interface CacheInputs {
  readonly history: History
  readonly request: object
  readonly prefixes: PrefixChain
  /** Prefix of the previous request; undefined if it is not known. */
  readonly earlier: PlannedCache | undefined
  readonly wants: Wanted
  /** Handler that creates caches. */
  readonly handler: CacheHandler
  /** Time of the compile; null if it is unknown. */
  readonly now: number | null
}

/** Request, and the cache to which the request refers in place of its first messages. */
export interface CacheUse {
  readonly request: object
  readonly cached: SentCache | null
  /** Prefix of the request for comparison with the next request. */
  readonly planned: PlannedCache | null
}

/**
 * Makes the request refer to the longest cache that contains a prefix of the request. Also requests a new cache if that
 * saves money. Without a handler or a time, the expiry of a cache would be unknown, so neither is done.
 */
export function useCache(setup: Setup, inputs: CacheInputs): CacheUse {
  const { request, earlier, wants } = inputs
  const cuttable = cuttableOf(setup, inputs)
  if (cuttable === null) return { request, cached: null, planned: null }
  const read = longestCache(cuttable)
  const isSteady = isSteadyAfter(cuttable, earlier)
  const planned = plannedCacheOf(cuttable, earlier, isSteady)
  const want =
    isSteady && earlier !== undefined && planned !== null
      ? cacheToRequest(cuttable, earlier, planned, read)
      : null
  if (want !== null) wants.cacheLater(want)
  else noteCacheFailure(cuttable.known.at(-1), wants)
  const cached = read && sentCache(setup, request, read)
  if (cached === null) return { request, cached, planned }
  return { request: cuttable.caching.name(request, cached, setup.origins), cached, planned }
}

function cuttableOf(
  setup: Setup,
  { history, request, prefixes, wants, handler, now }: CacheInputs,
): Cuttable | null {
  const { explicitCaching: caching } = setup.target
  const { model } = setup
  if (caching === undefined || now === null || model === null) return null
  if (caching.isNamed(request)) return null
  const messages = caching.messages(request)
  const hashes = prefixes.hashPrefixes(model, caching.settings(request), messages)
  const known = cachesOf(wants.caches, handler, hashes[0] as string)
  return { caching, handler, setup, history, request, messages, hashes, known, now }
}

/** Returns the description of the cache to which a request will refer. */
function sentCache(
  { origins }: Setup,
  request: object,
  { outcome, prefix, stored }: KnownCache,
): SentCache | null {
  if (stored === null) return null
  let map: SourceMap | undefined
  return {
    ...stored,
    messages: prefix.messages,
    request,
    outcome,
    get map(): SourceMap {
      map ??= buildMap(request, origins, 'c:request')
      return map
    },
  }
}

/** Reports that the newest cache could not be created or no longer exists. */
function noteCacheFailure(last: KnownCache | undefined, wants: Wanted): void {
  if (last === undefined || last.stored !== null) return
  const { handler } = last.outcome
  const { why } = last
  wants.note({
    kind: `cache failed ${handler} ${why}`,
    say: places => effectFailed({ kind: 'cache', handler, why }, places),
    at: 'c:request',
  })
}
