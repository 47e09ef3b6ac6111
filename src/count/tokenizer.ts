import type { Encoding } from '../ir/model.ts'
import { Engine } from './engine.ts'
import type { Tally } from './tally.ts'
import { type Keep, type Truncated, truncateText } from './truncate.ts'

/** Counts text. A tokenizer whose name is no built-in encoding is taken for the own one of the model in question. */
export interface TokenCounter {
  /** The vocabulary's name. */
  readonly encoding: string
  /** Tokens of a text. */
  count(text: string): number
  /** Tokens of a text by kind; estimators for other vocabularies work from it. */
  tally?(text: string): Tally
}

/** A built-in encoding. */
export interface Tokenizer extends TokenCounter {
  readonly encoding: Encoding
  /** Tokens of a text. The name of a special token in it is text like any other. */
  count(text: string): number
  /** Tokens of a text, or `limit + 1` where there are more than `limit`: it stops there. */
  countUpTo(text: string, limit: number): number
  /** As much of a text as fits into so many tokens. */
  truncate(text: string, tokens: number, keep?: Keep): Truncated
  tally(text: string): Tally
}

/** A tokenizer whose ranks are read, and whose tables are made, at the first call. */
export function createTokenizer(encoding: Encoding, readRanks: () => Uint8Array): Tokenizer {
  let engine: Engine | null = null
  const ready = (text: unknown): Engine => {
    if (typeof text !== 'string') throw new TypeError(`a text to count must be a string, not ${typeof text}`)
    engine ??= new Engine(encoding, readRanks())
    return engine
  }
  return {
    encoding,
    count: text => ready(text).count(text, Number.POSITIVE_INFINITY),
    countUpTo: (text, limit) => Math.min(ready(text).count(text, Math.max(0, limit)), Math.floor(limit) + 1),
    truncate: (text, tokens, keep = 'head') => truncateText(ready(text), text, tokens, keep),
    tally: text => ready(text).tally(text),
  }
}
