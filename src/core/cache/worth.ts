/** Prices of a provider, in USD per million tokens; storage is for an hour. */
interface Prices {
  readonly input: number
  readonly read: number
  readonly storage: number
}

/** A cache that could be made, and the one that is there. */
export interface CacheCase {
  /** Tokens that it would hold. */
  readonly tokens: number
  /** Tokens of the cache that requests read from without it; 0 for none. */
  readonly held: number
  /** Requests that would read from it while it lives. */
  readonly reads: number
  /** Seconds that it lives. */
  readonly ttl: number
  /** Share of other tokens that the provider's implicit caching reads anyhow, from 0 to 1. */
  readonly implicit: number
  readonly prices: Prices
}

/**
 * Returns what an explicit cache saves during its life, in USD; below 0 it costs more than it saves.
 *
 * Each request saves the difference between the price of input and of cached input, for those tokens that no other cache holds
 * and that implicit caching would not have read. Against it stand the tokens of the new cache, which are charged as input once,
 * and their storage until it expires, whenever it is deleted. Sources, on 2026-11-22: https://ai.google.dev/gemini-api/docs/caching
 * (storage is billed by the duration of the TTL), https://ai.google.dev/gemini-api/docs/pricing,
 * https://discuss.ai.google.dev/t/clarification-on-context-cache-storage-billing-ttl-vs-actual-time/81267.
 */
export function savedBy({ tokens, held, reads, ttl, implicit, prices }: CacheCase): number {
  const { input, read, storage } = prices
  const saved = reads * (tokens - held) * (1 - implicit) * (input - read)
  const spent = tokens * (input + (storage * ttl) / 3600)
  return (saved - spent) / 1e6
}

/** Requests in a row that began alike. */
export interface Pace {
  readonly requests: number
  /** Milliseconds from the first of them to the last. */
  readonly elapsed: number
}

/**
 * Returns how many requests will read from a cache: as many as there were so far, which is what is expected of something whose end
 * is not known, and no more than come in `life` seconds, while it may be used, at their pace so far.
 */
export function expectedReads({ requests, elapsed }: Pace, life: number): number {
  if (elapsed <= 0) return requests
  return Math.min(requests, Math.floor(((requests - 1) * life * 1000) / elapsed))
}
