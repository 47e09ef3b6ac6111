import { readFileSync } from 'node:fs'

/** How a provider caches and what it takes for it, in prices of an uncached input token. */
export interface CacheRule {
  readonly name: string
  readonly model: string
  readonly read: number
  /** Of a token that is written; 1 where writing is free. */
  readonly write: number
  /** A shorter prefix is neither written nor read. */
  readonly minimum: number
  /** What is read is a multiple of so many tokens. */
  readonly multiple: number
  readonly asOf: string
  readonly source: readonly string[]
}

export const cacheRules = JSON.parse(
  readFileSync(new URL('../data/cache-rules.json', import.meta.url), 'utf8'),
) as readonly CacheRule[]

/** What a request costs: so many tokens, the first of which an earlier request of the run began with too. */
export function priceOf(
  { read, write, minimum, multiple }: CacheRule,
  tokens: number,
  shared: number,
): number {
  const cached = shared < minimum ? 0 : Math.floor(shared / multiple) * multiple
  return cached * read + (tokens - cached) * (tokens < minimum ? 1 : write)
}
