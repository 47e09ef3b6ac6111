/** Prices of a provider, in USD per million tokens; storage is per hour. */
interface Prices {
  readonly input: number
  readonly read: number
  readonly storage: number
}

/** Cache that could be created, in comparison with the cache in use. */
export interface CacheCase {
  /** Tokens that the new cache would contain. */
  readonly tokens: number
  /** Tokens of the cache that requests read from if no new cache is created; 0 if there is none. */
  readonly held: number
  /** Requests that would read from the new cache during its life. */
  readonly reads: number
  /** Lifetime of the new cache in seconds. */
  readonly ttl: number
  /** Share (0 to 1) of the remaining tokens that the provider's implicit caching would read in any case. */
  readonly implicit: number
  readonly prices: Prices
}

/**
 * Returns the amount in USD that an explicit cache saves during its life. A negative amount means that the cache costs
 * more than it saves.
 *
 * Each request saves the difference between the prices of input and cached input, for the tokens that no other cache
 * contains and that implicit caching would not have read. The costs are the tokens of the new cache, charged once as
 * input, and their storage until the cache expires, even if the cache is deleted earlier. Sources, on 2026-11-22:
 * https://ai.google.dev/gemini-api/docs/caching (storage is billed by the duration of the TTL),
 * https://ai.google.dev/gemini-api/docs/pricing,
 * https://discuss.ai.google.dev/t/clarification-on-context-cache-storage-billing-ttl-vs-actual-time/81267.
 */
export function cacheSavings({ tokens, held, reads, ttl, implicit, prices }: CacheCase): number {
  const { input, read, storage } = prices
  const saved = reads * (tokens - held) * (1 - implicit) * (input - read)
  const spent = tokens * (input + (storage * ttl) / 3600)
  return (saved - spent) / 1e6
}

/** Rate at which requests with the same prefix follow each other. */
export interface Pace {
  readonly requests: number
  /** Time between the first request and the last, in milliseconds. */
  readonly elapsed: number
}

/**
 * Returns how many requests will probably read from a cache. The best guess for a series of unknown length is that as
 * many requests follow as there were so far. The result is limited to the requests that arrive at the current pace
 * during `life`, the seconds in which the cache can be used.
 */
export function expectedReads({ requests, elapsed }: Pace, life: number): number {
  if (elapsed <= 0) return requests
  return Math.min(requests, Math.floor(((requests - 1) * life * 1000) / elapsed))
}
