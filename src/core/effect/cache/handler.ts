import type { JsonObject } from '../../ir/json.ts'
import type { EffectHandler } from '../effect-handler.ts'

/** Leading part of a request that a handler stores in a cache of the provider. */
export interface CacheInput {
  /** Model whose requests will read from the cache. */
  readonly model: string
  readonly systemInstruction?: JsonObject
  readonly tools?: readonly JsonObject[]
  /** Tool settings of the request. */
  readonly toolConfig?: JsonObject
  /** Leading messages of the request; empty if only the other fields are cached. */
  readonly contents: readonly JsonObject[]
  /** Lifetime of the cache in seconds. */
  readonly ttl: number
}

/** A cache that a provider has made. */
export interface CacheOutput {
  /** Name by which requests refer to the cache. */
  readonly name: string
  /** Time at which the provider deletes the cache, in milliseconds since 1970. */
  readonly expires: number
  /** Number of tokens in the cache, as counted by the provider; by default, the compile's estimate. */
  readonly tokens?: number
}

/** Prices by which the compiler decides on caches, in USD per million tokens. */
export interface CachePrices {
  /** Price of uncached input, which also applies to the tokens of a new cache. */
  readonly input: number
  /** Price of input read from a cache. */
  readonly read: number
  /** Price of storing a cache for one hour. */
  readonly storage: number
}

/**
 * Handler that stores the leading part of requests in a cache of the provider: `geminiCaches` of `ctxc/models/gemini`,
 * or your own. As in requests to a model, protected values are removed. Caches are requested before they are needed, in
 * `result.wants`.
 *
 * @example
 * import type { CacheHandler, CacheInput, CacheOutput } from 'ctxc/effects'
 *
 * declare function cacheAtProxy(input: CacheInput): Promise<CacheOutput>
 *
 * const caches: CacheHandler = { id: 'proxy', ttl: 600, run: input => cacheAtProxy(input) }
 */
export interface CacheHandler extends EffectHandler<CacheInput, CacheOutput> {
  /** Lifetime of a cache in seconds, at least 120; 3,600 by default. */
  readonly ttl?: number
  /**
   * Expected number of requests that read from a cache while it lives. By default, the number of requests with the same
   * leading part since the last pause longer than `ttl`, or fewer if fewer such requests fit into the cache's lifetime.
   */
  readonly reads?: number
  /** Share of the tokens that the provider's implicit caching would read anyway, from 0 to 1; 0.5 by default. */
  readonly implicit?: number
  /** Prices; by default the model's prices, if ctxc knows them. */
  readonly prices?: CachePrices
  /** Deletes a cache at the provider; see `deleteCaches`. */
  delete?(name: string, about: { readonly signal: AbortSignal }): Promise<unknown>
}
