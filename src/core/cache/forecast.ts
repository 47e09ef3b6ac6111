import type { CacheRules } from '../ir/cache.ts'
import type { CacheMark } from './marks.ts'

/** A piece of a request, in the order in which the cache reads pieces. */
export interface CachePosition {
  /** Text of the piece that the cache compares: JSON without cache marks. */
  readonly text: string
  /** Estimated tokens of the piece. */
  readonly tokens: number
  /** JSON pointer of the part of the request that contains the piece. */
  readonly pointer: string
  /** Cache mark at the end of the piece; null if there is none. */
  readonly mark: CacheMark | null
}

/** Request in the form that a provider's cache compares. */
export interface Cached {
  readonly positions: readonly CachePosition[]
  /** Estimated tokens that the provider inserts before the first position. */
  readonly before: number
  /** Estimated tokens of the whole request. */
  readonly total: number
  /** Number of positions before the messages. */
  readonly head: number
  /**
   * Other request fields on which the cached prefix depends, as text: the fields for the whole request, and the fields
   * for the messages only.
   */
  readonly bound: { readonly all: string; readonly messages: string }
  /** Number of positions in the explicit cache that the request names; 0 if it names none. */
  readonly named: number
  /** Whether the provider itself places a cache mark at the end of the request. */
  readonly isImplicit: boolean
}

/**
 * Estimated tokens of a request, split into tokens read from the cache, tokens written to the cache, and all other
 * tokens.
 */
export interface TokenForecast {
  readonly read: number
  readonly written: number
  readonly uncached: number
  /** Number of positions in the prefix that the request shares with the earlier request. */
  readonly same: number
}

/**
 * Estimates how many tokens a request reads from the cache entries that an earlier request wrote. The estimate follows
 * a vendor's rules.
 */
export function forecastCacheUse(
  now: Cached,
  earlier: Cached | null,
  { rules, minimum }: { readonly rules: CacheRules; readonly minimum: number | null },
): TokenForecast {
  const { total } = now
  const least = minimum ?? 0
  const upTo = cumulativeTokens(now)
  const same = earlier === null ? 0 : countSharedPositions(now, earlier)
  const reachesMinimum = (index: number): boolean => (upTo[index] ?? 0) >= least
  const stops = writePositions(now, rules).filter(reachesMinimum)
  let read = now.named === 0 ? 0 : (upTo[now.named - 1] ?? 0)
  if (rules.anywhere) {
    const common = same === 0 ? 0 : (upTo[same - 1] ?? 0)
    if (common >= least) read = Math.max(read, Math.floor(common / rules.step) * rules.step)
    return { read, written: 0, uncached: total - read, same }
  }
  if (earlier !== null) {
    const sizes = cumulativeTokens(earlier)
    const written = new Set(writePositions(earlier, rules).filter(index => (sizes[index] ?? 0) >= least))
    // An entry has the token count that its position had in the earlier request.
    for (const index of lookupPositions(now, rules))
      if (index < same && written.has(index)) read = Math.max(read, Math.min(sizes[index] ?? 0, total))
  }
  const marked = stops.reduce((most, index) => Math.max(most, upTo[index] ?? 0), 0)
  const written = Math.max(0, marked - read)
  return { read, written, uncached: total - read - written, same }
}

/** Whether a provider caches only prefixes that end with a cache mark in the request. */
export const needsMarks = (rules: CacheRules | null): rules is CacheRules =>
  rules !== null && !rules.anywhere && rules.ends === 0

/** Whether a provider caches nothing of a request, because neither the request nor the provider places a cache mark. */
export const isUnmarked = (cached: Cached, rules: CacheRules): boolean =>
  !rules.anywhere && writePositions(cached, rules).length === 0

/** Returns, for each position, the estimated tokens from the beginning of the request to the end of the position. */
function cumulativeTokens({ positions, before }: Cached): number[] {
  let sum = before
  return positions.map(({ tokens }) => {
    sum += tokens
    return sum
  })
}

/** Returns the number of positions in the shared prefix of two requests. */
function countSharedPositions(now: Cached, earlier: Cached): number {
  if (now.bound.all !== earlier.bound.all) return 0
  const most = now.bound.messages === earlier.bound.messages ? now.positions.length : now.head
  let same = 0
  while (same < most && now.positions[same]?.text === earlier.positions[same]?.text) same++
  return same
}

/** Returns the indexes of the positions at which a request writes a cache entry. */
function writePositions({ positions, isImplicit }: Cached, { marks, ends }: CacheRules): number[] {
  const marked = positions.flatMap(({ mark }, index) => (mark !== null ? [index] : []))
  const own = ends > 0 && isImplicit && positions.length > 0 ? [positions.length - 1] : []
  const room = marks - own.length
  // If a request has more marks than allowed, only its last marks count.
  return [...(room > 0 ? marked.slice(-room) : []), ...own]
}

/** Returns the indexes of the positions at which a request looks for cache entries. */
function lookupPositions({ positions, isImplicit }: Cached, { lookback, ends }: CacheRules): number[] {
  const positionsBack = (from: number, count: number): number[] =>
    Array.from({ length: Math.min(count, from + 1) }, (_, step) => from - step)
  const marked = positions.flatMap(({ mark }, index) => (mark !== null ? positionsBack(index, lookback) : []))
  return isImplicit ? [...marked, ...positionsBack(positions.length - 1, ends)] : marked
}
