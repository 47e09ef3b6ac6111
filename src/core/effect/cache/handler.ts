import type { JsonObject } from '../../ir/json.ts'
import type { EffectHandler } from '../effect-handler.ts'

/** Beginning of a request, for a handler that has a provider cache it. */
export interface CacheInput {
  /** Model whose requests read from the cache. */
  readonly model: string
  readonly systemInstruction?: JsonObject
  readonly tools?: readonly JsonObject[]
  /** Settings of the tools. */
  readonly toolConfig?: JsonObject
  /** Leading contents; none for a cache of the other fields. */
  readonly contents: readonly JsonObject[]
  /** Seconds that the cache is to live. */
  readonly ttl: number
}

/** A cache that a provider made. */
export interface CacheOutput {
  /** Name by which requests read from it. */
  readonly name: string
  /** Time at which the provider deletes it, in milliseconds since 1970. */
  readonly expires: number
  /** Tokens that it holds, as the provider counted them; the estimate of the compile by default. */
  readonly tokens?: number
}

/** Prices that decide on caches, in USD per million tokens. */
export interface CachePrices {
  /** Input without a cache, at which the tokens of a new cache are charged too. */
  readonly input: number
  /** Input read from a cache. */
  readonly read: number
  /** Storage of a cache for an hour. */
  readonly storage: number
}

/**
 * Handler that has the provider cache the beginning of requests: `geminiCaches` of `ctxc/models/gemini`, or your own. It gets the
 * request without protected values, as a model would. Caches are asked for ahead of need, in `result.wants`.
 *
 * @example
 * import type { CacheHandler, CacheInput, CacheOutput } from 'ctxc/effects'
 *
 * declare function cacheAtProxy(input: CacheInput): Promise<CacheOutput>
 *
 * const caches: CacheHandler = { id: 'proxy', ttl: 600, run: input => cacheAtProxy(input) }
 */
export interface CacheHandler extends EffectHandler<CacheInput, CacheOutput> {
  /** Seconds that a cache is to live, at least 120; 3,600 by default. */
  readonly ttl?: number
  /**
   * Number of requests that are expected to read from a cache while it lives. By default as many as began alike since the
   * last pause longer than `ttl`, unless these came so slowly that fewer fit its life.
   */
  readonly reads?: number
  /** Share of the tokens that the provider's implicit caching reads without a cache, from 0 to 1; 0.5 by default. */
  readonly implicit?: number
  /** Prices; by default those of the model, if ctxc knows them. */
  readonly prices?: CachePrices
  /** Deletes a cache: see `deleteCaches`. */
  delete?(name: string, about: { readonly signal: AbortSignal }): Promise<unknown>
}
