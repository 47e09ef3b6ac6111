import { text as assertText, oneOf } from '../form/check.ts'
import { wrongValueError } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import type { Encoding } from '../ir/model.ts'
import { Engine } from './engine.ts'
import type { Tally } from './tally.ts'
import { cutText, type Keep, type Truncated } from './truncate.ts'

/** Counter of text for `compile`. */
export interface TokenCounter {
  /** Encoding of the counter; omitted if the counter is the called model's own tokenizer. */
  readonly encoding?: Encoding
  /** Counts the tokens of a text as a whole number. */
  count(text: string): number
}

/** Tokenizer of a built-in encoding, which counts and cuts text. */
export interface Tokenizer extends TokenCounter {
  /** Encoding; models with this vocabulary are counted exactly. */
  readonly encoding: Encoding
  /** Counts the tokens of a text. The name of a special token counts as text. */
  count(text: string): number
  /** Counts the tokens of a text, but stops after `limit` tokens and returns `limit + 1`. */
  countUpTo(text: string, limit: number): number
  /** Cuts a text to a number of tokens, with an optional mark at the cut (none by default). */
  truncate(text: string, tokens: number, keep?: Keep, mark?: string): Truncated
}

/** Functions that tally tokens of `o200k_base` by kind, for each counter that the estimators can use. */
const tallies = new WeakMap<TokenCounter, (text: string) => Tally>()

/**
 * Returns the function that counts a text's tokens by kind in `o200k_base`; undefined for a counter of another
 * encoding, because the estimators only work with `o200k_base`.
 */
export const tallyWith = (counter: TokenCounter): ((text: string) => Tally) | undefined =>
  tallies.get(counter)

/** Whether a counter approximates `o200k_base`, so that its counts are never exact. */
export const isApproximate = (counter: TokenCounter): boolean =>
  counter.encoding === undefined && tallies.has(counter)

/** Makes a counter from a function that tallies tokens of `o200k_base` approximately. */
export function createApproximate(tally: (text: string) => Tally): TokenCounter {
  const counter = { count: (text: string) => Math.ceil(sumKinds(tally(text).tokens)) }
  tallies.set(counter, tally)
  return counter
}

const sumKinds = (tokens: Tally['tokens']): number =>
  Object.values(tokens).reduce((all, some) => all + some, 0)

/** Makes a tokenizer that reads its ranks and builds its tables at the first call. */
export function createTokenizer(encoding: Encoding, readRanks: () => Uint8Array): Tokenizer {
  let engine: Engine | null = null
  const readyEngine = (text: unknown): Engine => {
    assertText(text, Path.named('a text to count'))
    engine ??= new Engine(encoding, readRanks())
    return engine
  }
  const tokenizer: Tokenizer = {
    encoding,
    count: text => readyEngine(text).count(text, Number.POSITIVE_INFINITY),
    countUpTo: (text, limit) => {
      const most = readTokenLimit('limit', limit)
      return Math.min(readyEngine(text).count(text, most), most + 1)
    },
    truncate: (text, tokens, keep = 'head', mark = '') => {
      assertKeep(keep, Path.named('keep'))
      assertText(mark, Path.named('mark'))
      return cutText(readyEngine(text), text, readTokenLimit('tokens', tokens), keep, mark)
    },
  }
  if (encoding === 'o200k_base') tallies.set(tokenizer, text => readyEngine(text).tallyTokens(text))
  return tokenizer
}

const assertKeep = oneOf(['head', 'tail', 'ends'] satisfies readonly Keep[])

/** Returns a caller's number of tokens as a whole number, at least 0. */
function readTokenLimit(name: string, given: unknown): number {
  if (typeof given === 'number' && !Number.isNaN(given)) return Math.max(0, Math.floor(given))
  throw wrongValueError('a number of tokens', given, Path.named(name))
}
