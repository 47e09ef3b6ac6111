import { wrongValueError } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import { addCounts, type Count, formulaCount, zero } from '../ir/count.ts'
import type { FilePart } from '../ir/file.ts'
import type { ImageFacts, MediaFacts } from '../ir/model.ts'
import { approximate } from './approximate.ts'
import {
  type BoundFacts,
  type Bounds,
  type CounterBounds,
  estimatorBounds,
  estimatorName,
  isOwn,
} from './bounds.ts'
import { hasVocabulary, tokenizerOf } from './disk.ts'
import { type Estimator, estimateOf, estimators, o200kFactors, overheads, type Sizes } from './estimator.ts'
import { countFileTokens } from './media.ts'
import { isApproximate, type TokenCounter, tallyWith } from './tokenizer.ts'

/** Facts of a model that a counter needs. */
export interface CountFacts extends BoundFacts {
  readonly image: ImageFacts
  readonly media?: MediaFacts
}

/** Counter of request content, in tokens. */
export interface Counter {
  text(text: string): Count
  /** Counts a file; `detail` is an image's level of detail, named as in `image/rules.json`. */
  file(part: FilePart, detail?: string): Count
  /** Counts encrypted reasoning or a signature by its base64 text. */
  sealed(text: string): Count
  /** Median upper bound of tokens for one UTF-16 unit. It sizes text from its length alone, without reading it. */
  readonly perCharacter: number
  /** Whether text is estimated with another model's vocabulary, so that usage reports can improve the bounds. */
  readonly isEstimate: boolean
  /** Whether text is counted approximately because the file of the vocabulary is missing. */
  readonly lacksVocabulary: boolean
  /** Tokens of a message in addition to its text. */
  readonly message: Count
  /** Tokens of a call and its result in addition to their text. */
  readonly call: Count
  /** Tokens of a tool's declaration in addition to its text. */
  readonly tool: Count
  /** Tokens of a request in addition to its messages, calls and tools. */
  readonly request: Count
}

/**
 * Makes a counter for a model's requests; the tokenizer `given`, if any, replaces the built-in one. If the file of the
 * vocabulary is missing, text is counted approximately.
 */
export function createCounter(
  facts: CountFacts,
  given?: TokenCounter,
  { bound = 'proven', factor = null }: CounterBounds = {},
): Counter {
  const lacksVocabulary = given === undefined && !hasVocabulary(facts.encoding ?? 'o200k_base')
  const tokenizer = lacksVocabulary ? approximate : given
  const own = facts.encoding !== null || isOwn(facts, tokenizer)
  const bounds = own
    ? { estimator: estimators[estimatorName(facts)], addend: 0 }
    : estimatorBounds(facts, {
        bound,
        factor,
        approximate: tokenizer !== undefined && isApproximate(tokenizer),
      })
  return assembleCounter(facts, tokenizer, bounds, lacksVocabulary)
}

function assembleCounter(
  facts: CountFacts,
  given: TokenCounter | undefined,
  { estimator, addend }: Bounds,
  lacksVocabulary: boolean,
): Counter {
  const text = textCounter(facts, given, estimator)
  const { perCharacter, message, call, tool } = facts.encoding === null ? estimator : overheads.openai
  return {
    text,
    file: (part, detail) => {
      const sized = countFileTokens(part, facts, text, detail)
      return part.name === undefined ? sized : addCounts(sized, text(part.name))
    },
    sealed: base64 =>
      formulaCount(Math.ceil((base64.length * 0.75) / 4), Math.ceil((base64.length * 0.75) / 2)),
    perCharacter:
      hasPublishedRates(given) && estimator.factor === undefined ? perCharacter : sampleRate(text),
    isEstimate: facts.encoding === null && !isOwn(facts, given),
    lacksVocabulary,
    message: { ...message, exact: facts.encoding !== null },
    call: { ...call, exact: false },
    tool: { ...tool, exact: false },
    request: addend === 0 ? zero : formulaCount(0, addend),
  }
}

/** Whether the tables' rates of tokens per character apply to a counter. */
const hasPublishedRates = (given: TokenCounter | undefined): boolean =>
  given === undefined || given.encoding !== undefined

/** Sample of the kinds of text that agents exchange, in typical proportions. */
const sample = [
  'The build failed because a test of the parser expects an older message; I will look at the file first.',
  'const total = items.filter(item => item.price > 0).reduce((sum, { price, count }) => sum + price * count, 0)',
  '{"path":"/src/parser/main.ts","line":1284,"ok":true,"tags":["parser","error"],"at":"2026-01-15T09:30:00Z"}',
].join('\n')

/**
 * Returns the upper bound of tokens for one UTF-16 unit, for a caller's own counter. The tables have no bound for such
 * a counter.
 */
const sampleRate = (text: Counter['text']): number => text(sample).max / sample.length

/** Returns a text counter: exact with the model's own vocabulary, otherwise an estimate from another vocabulary. */
function textCounter(
  facts: CountFacts,
  given: TokenCounter | undefined,
  estimator: Estimator & Sizes,
): Counter['text'] {
  if (given !== undefined && isApproximate(given) && facts.encoding === 'o200k_base')
    return text => estimateOf(o200kFactors, text, given)
  if (isOwn(facts, given)) return exactTextCounter(given ?? tokenizerOf(facts.encoding ?? 'o200k_base'))
  const tokenizer = given && tallyWith(given) ? given : tokenizerOf('o200k_base')
  return text => estimateOf(estimator, text, tokenizer)
}

const exactTextCounter =
  (counter: TokenCounter): Counter['text'] =>
  text => {
    const tokens = counter.count(text)
    if (!Number.isSafeInteger(tokens) || tokens < 0)
      throw wrongValueError('a whole number of tokens', tokens, Path.named('the result of the option count'))
    return { estimate: tokens, max: tokens, exact: true }
  }
