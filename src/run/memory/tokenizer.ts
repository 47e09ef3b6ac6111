import { createCounter } from '../../core/count/counter.ts'
import type { TokenCounter } from '../../core/count/tokenizer.ts'
import { factsOfAny } from '../../core/target/text/models.ts'

/** Tokenizer of a model. */
export interface ModelTokenizer {
  readonly model: string
  /** Whether it has the model's own vocabulary; if not, its counts are estimates. */
  readonly exact: boolean
  /** Counts the tokens of a text, as a whole number; without the vocabulary, returns the best estimate. */
  countTokens(text: string): number
}

/** Tokenizer of the program's own, whose counts are used unchanged. */
export type OwnTokenizer = TokenCounter | { countTokens(text: string): number }

/**
 * Creates the tokenizer of a model, by its id: OpenAI's models are counted exactly, others are estimated.
 *
 * @example
 * import { createTokenizer } from 'ctxc/memory'
 *
 * const tokenizer = createTokenizer('gpt-4o')
 * console.log(tokenizer.countTokens('hello world'), tokenizer.exact) // 2 true
 */
export function createTokenizer(model: string): ModelTokenizer {
  if (typeof model !== 'string' || model === '')
    throw new TypeError('the argument of createTokenizer must be the id of a model')
  const { facts } = factsOfAny(model)
  const counter = createCounter(facts)
  return {
    model,
    exact: facts.encoding !== null && !counter.lacksVocabulary,
    countTokens: text => counter.text(text).estimate,
  }
}

/** Default counter without a tokenizer: characters divided by four, rounded up. */
export const byLength: TokenCounter = { count: text => Math.ceil(text.length / 4) }

/** Returns a tokenizer as the counter that the compiler takes. */
export const counterOf = (tokenizer: OwnTokenizer): TokenCounter =>
  'count' in tokenizer ? tokenizer : { count: text => whole(tokenizer.countTokens(text)) }

function whole(tokens: unknown): number {
  if (Number.isSafeInteger(tokens) && (tokens as number) >= 0) return tokens as number
  throw new TypeError(
    `countTokens of a tokenizer must return a whole number of tokens, got ${String(tokens)}`,
  )
}

/** Throws a TypeError for a value that is no tokenizer. */
export function assertTokenizer(value: unknown, name: string): void {
  const { countTokens, count } = (value ?? {}) as Partial<Record<string, unknown>>
  if (typeof countTokens !== 'function' && typeof count !== 'function')
    throw new TypeError(`${name} is one of createTokenizer, or your own, { countTokens(text) }`)
}

/** Returns a function that counts with the given tokenizer, or by length without one. */
export const countWith = (
  tokenizer: ModelTokenizer | OwnTokenizer | undefined,
): ((text: string) => number) => {
  if (tokenizer === undefined) return byLength.count
  if (isModelTokenizer(tokenizer)) return text => tokenizer.countTokens(text)
  return text => counterOf(tokenizer).count(text)
}

export const isModelTokenizer = (tokenizer: ModelTokenizer | OwnTokenizer): tokenizer is ModelTokenizer =>
  'model' in tokenizer && typeof tokenizer.model === 'string'
