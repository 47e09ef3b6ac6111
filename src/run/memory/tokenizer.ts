import type { CompileOptions } from '../../core/compile/contract/options.ts'
import { createCounter } from '../../core/count/counter.ts'
import type { TokenCounter } from '../../core/count/tokenizer.ts'
import { check } from '../../core/form/check.ts'
import { wrongValueError } from '../../core/form/describe.ts'
import { Path } from '../../core/form/path.ts'
import { modelId } from '../../core/form/quantities.ts'
import { isObject } from '../../core/ir/json.ts'
import { factsOfAny } from '../../core/target/text/models.ts'

/** Tokenizer of a model. */
export interface ModelTokenizer {
  readonly model: string
  /** Whether the tokenizer has the model's vocabulary. If false, its counts are estimates. */
  readonly exact: boolean
  /** Returns the number of tokens of a text, as a whole number. Without the vocabulary, this is an estimate. */
  countTokens(text: string): number
}

/** Tokenizer that a program supplies. Its counts are used unchanged. */
export type OwnTokenizer = TokenCounter | { countTokens(text: string): number }

/**
 * Creates the tokenizer of a model, by the model's id. Tokens of OpenAI's models are counted exactly, tokens of other
 * models are estimated.
 *
 * @example
 * import { createTokenizer } from 'ctxc/memory'
 *
 * const tokenizer = createTokenizer('gpt-4o')
 * console.log(tokenizer.countTokens('hello world'), tokenizer.exact) // 2 true
 */
export function createTokenizer(model: string): ModelTokenizer {
  modelId(model, Path.named('createTokenizer.model'))
  const { facts } = factsOfAny(model)
  const counter = createCounter(facts)
  return {
    model,
    exact: facts.encoding !== null && !counter.lacksVocabulary,
    countTokens: text => counter.text(text).estimate,
  }
}

export const tokenizer = check(
  'a tokenizer: one of createTokenizer, or your own { countTokens(text) }',
  value => isObject(value) && [value.countTokens, value.count].some(count => typeof count === 'function'),
)

/** Tokenizer in the form that the compiler accepts. */
interface Counting extends TokenCounter {
  /** Compile options that make the compiler count in the same way. */
  readonly options: Pick<CompileOptions, 'count' | 'model'>
  /** Whether the tokenizer has its model's vocabulary. */
  readonly isExact: boolean
}

/** Returns the counter for a tokenizer; without a tokenizer, four characters count as one token. */
export function countingWith(given: ModelTokenizer | OwnTokenizer | undefined): Counting {
  if (given === undefined) return ownCounting({ count: text => Math.ceil(text.length / 4) })
  if ('model' in given && typeof given.model === 'string')
    return {
      count: text => given.countTokens(text),
      options: { model: given.model },
      isExact: given.exact,
    }
  return ownCounting('count' in given ? given : { count: text => checkTokenCount(given.countTokens(text)) })
}

const ownCounting = (counter: TokenCounter): Counting => ({
  count: text => counter.count(text),
  options: { count: counter },
  isExact: false,
})

function checkTokenCount(tokens: number): number {
  if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens
  throw wrongValueError('a whole number of tokens', tokens, Path.named('the result of countTokens'))
}
