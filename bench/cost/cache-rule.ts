import { readFileSync } from 'node:fs'

/** Cache rule of a provider, with prices in uncached input tokens. */
export interface CacheRule {
  readonly name: string
  readonly model: string
  readonly read: number
  /** Price of a written token; 1 if writing is free. */
  readonly write: number
  /** A shorter prefix is neither written nor read. */
  readonly minimum: number
  /** Step in tokens: a cached prefix is a multiple of it. */
  readonly multiple: number
  readonly asOf: string
  readonly source: readonly string[]
}

export const cacheRules = JSON.parse(
  readFileSync(new URL('../data/cache-rules.json', import.meta.url), 'utf8'),
) as readonly CacheRule[]

/** Returns the price of a request of so many tokens, of which the first `shared` also begin an earlier request of the run. */
export function priceOf(
  { read, write, minimum, multiple }: CacheRule,
  tokens: number,
  shared: number,
): number {
  const cached = shared < minimum ? 0 : Math.floor(shared / multiple) * multiple
  return cached * read + (tokens - cached) * (tokens < minimum ? 1 : write)
}
