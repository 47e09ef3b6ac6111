import type { Encoding } from '../ir/model.ts'
import { Engine } from './engine.ts'
import type { Tally } from './tally.ts'
import { cutText, type Keep, type Truncated } from './truncate.ts'

/** Counts text for `compile`. */
export interface TokenCounter {
  /** The encoding that it counts with; left out by the called model's own tokenizer. */
  readonly encoding?: Encoding
  /** Tokens of a text: a whole number. */
  count(text: string): number
}

/** A built-in encoding: counts and cuts text. */
export interface Tokenizer extends TokenCounter {
  /** Models that have this vocabulary are counted exactly. */
  readonly encoding: Encoding
  /** Tokens of a text. The name of a special token in it is text like any other. */
  count(text: string): number
  /** Tokens of a text, or `limit + 1` where there are more than `limit`: it stops there. */
  countUpTo(text: string, limit: number): number
  /** As much of a text as fits into so many tokens, with a mark (none) where something was cut out. */
  truncate(text: string, tokens: number, keep?: Keep, mark?: string): Truncated
}

/** Tokens of `o200k_base` by kind, from each counter that the estimators can use. */
const tallies = new WeakMap<TokenCounter, (text: string) => Tally>()

/** Tokens of a text by kind, from `o200k_base`, for which alone the estimators hold; undefined from any other. */
export const tallyWith = (counter: TokenCounter): ((text: string) => Tally) | undefined =>
  tallies.get(counter)

/** Whether a counter approximates `o200k_base`, so that its counts are never exact. */
export const isApproximate = (counter: TokenCounter): boolean =>
  counter.encoding === undefined && tallies.has(counter)

/** Makes a counter of a function that tallies tokens of `o200k_base` approximately. */
export function createApproximate(tally: (text: string) => Tally): TokenCounter {
  const counter = { count: (text: string) => Math.ceil(sum(tally(text).tokens)) }
  tallies.set(counter, tally)
  return counter
}

const sum = (tokens: Tally['tokens']): number => Object.values(tokens).reduce((all, some) => all + some, 0)

/** A tokenizer whose ranks are read, and whose tables are made, at the first call. */
export function createTokenizer(encoding: Encoding, readRanks: () => Uint8Array): Tokenizer {
  let engine: Engine | null = null
  const ready = (text: unknown): Engine => {
    if (typeof text !== 'string') throw new TypeError(`a text to count must be a string, not ${typeof text}`)
    engine ??= new Engine(encoding, readRanks())
    return engine
  }
  const tokenizer: Tokenizer = {
    encoding,
    count: text => ready(text).count(text, Number.POSITIVE_INFINITY),
    countUpTo: (text, limit) => {
      const most = tokensOf('limit', limit)
      return Math.min(ready(text).count(text, most), most + 1)
    },
    truncate: (text, tokens, keep = 'head', mark = '') => {
      if (!keeps.includes(keep)) throw new TypeError(`keep is ${keeps.join(', ')}, not ${String(keep)}`)
      if (typeof mark !== 'string') throw new TypeError(`mark must be a string, not ${typeof mark}`)
      return cutText(ready(text), text, tokensOf('tokens', tokens), keep, mark)
    },
  }
  if (encoding === 'o200k_base') tallies.set(tokenizer, text => ready(text).tally(text))
  return tokenizer
}

const keeps: readonly Keep[] = ['head', 'tail', 'ends']

/** A number of tokens that a caller gave: whole, and none for less than none. */
function tokensOf(name: string, given: unknown): number {
  if (typeof given !== 'number' || Number.isNaN(given))
    throw new TypeError(`${name} must be a number of tokens, not ${String(given)}`)
  return Math.max(0, Math.floor(given))
}
