import { type Count, formula, plus } from '../ir/count.ts'
import type { FilePart } from '../ir/file.ts'
import type { Encoding, EstimatorName, ImageFacts } from '../ir/model.ts'
import { isEncoding, tokenizerOf } from './disk.ts'
import { type Estimator, estimateOf, estimators } from './estimator.ts'
import { fileCount } from './media.ts'
import type { TokenCounter } from './tokenizer.ts'

/** What a counter must know of a model. */
export interface CountFacts {
  /** The model's own vocabulary; null where it is not public. */
  readonly encoding: Encoding | null
  readonly estimator?: EstimatorName
  readonly image: ImageFacts
}

/** Sizes what goes into a request, in tokens. */
export interface Counter {
  text(text: string): Count
  file(part: FilePart): Count
  /** Encrypted reasoning or a signature, sized by its base64 text. */
  sealed(text: string): Count
  /** What a message costs beside its words. */
  readonly message: Count
  /** What a call and its result cost beside their words. */
  readonly call: Count
  /** What a tool's declaration costs beside its words. */
  readonly tool: Count
}

/** A counter for a model's requests; `given` counts in place of the built-in tokenizer. */
export function createCounter(facts: CountFacts, given?: TokenCounter): Counter {
  const tokenizer = given ?? tokenizerOf(facts.encoding ?? 'o200k_base')
  const own = tokenizer.encoding === facts.encoding || !isEncoding(tokenizer.encoding)
  const estimator = estimators[facts.estimator ?? 'unknown']
  const text = own ? exactly(tokenizer) : nearly(tokenizer, estimator)
  const { message, call } = estimator
  return {
    text,
    file: part => {
      const sized = fileCount(part, facts.image, text)
      return part.name === undefined ? sized : plus(sized, text(part.name))
    },
    sealed: base64 => formula(Math.ceil((base64.length * 0.75) / 4), Math.ceil((base64.length * 0.75) / 2)),
    message: own ? { estimate: 4, max: 8, exact: true } : formula(message.estimate, message.max),
    call: own ? formula(12, 60) : formula(call.estimate, call.max),
    tool: own ? formula(12, 60) : formula(30, 60),
  }
}

const exactly =
  (tokenizer: TokenCounter): Counter['text'] =>
  text => {
    const tokens = counted(tokenizer, text)
    return { estimate: tokens, max: tokens, exact: true }
  }

/** From the tokens of another vocabulary, by kind where the tokenizer tells the kinds. */
const nearly =
  (tokenizer: TokenCounter, estimator: Estimator): Counter['text'] =>
  text => {
    if (text === '') return formula(0, 0)
    return tokenizer.tally
      ? estimateOf(estimator, text, tokenizer.tally(text))
      : estimateOf(estimator, text, counted(tokenizer, text))
  }

function counted(tokenizer: TokenCounter, text: string): number {
  const tokens = tokenizer.count(text)
  if (Number.isInteger(tokens) && tokens >= 0) return tokens
  throw new TypeError(`the option count, ${tokenizer.encoding}, must return whole tokens, not ${tokens}`)
}
