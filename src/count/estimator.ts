import { type Count, formula } from '../ir/count.ts'
import type { EstimatorName } from '../ir/model.ts'
import data from './estimators.json' with { type: 'json' }
import { type TokenKind, tokenKinds, zeros } from './tally.ts'
import { type TokenCounter, tallyWith } from './tokenizer.ts'

/** Sizes text by the tokens that another vocabulary gives it. */
export interface Estimator {
  /** Estimate of tokens for each token of o200k_base, by kind, and for each digit. */
  readonly estimate: Readonly<Record<TokenKind | 'figure', number>>
  /** The same as a bound. */
  readonly max: Readonly<Record<TokenKind | 'figure', number>>
  /** The least that a bound is for each byte of a kind: what is one long token here need not be one elsewhere. */
  readonly perByte: Readonly<Partial<Record<TokenKind, number>>>
  /** The bound of one UTF-16 unit at the median, to size text that is not read. */
  readonly perCharacter: number
  /** Tokens of a message besides its text. */
  readonly message: { readonly estimate: number; readonly max: number }
  /** Tokens of a call and its result besides their text. */
  readonly call: { readonly estimate: number; readonly max: number }
  /** Tokens of a tool's declaration besides its text. */
  readonly tool: { readonly estimate: number; readonly max: number }
}

/** The estimators: factors are data, with their date, source and declared error. */
export const estimators: Readonly<Record<EstimatorName, Estimator>> = data.estimators

/** Tokens of messages, calls and tools besides their text, where the vocabulary is public. */
export const overheads: Readonly<
  Record<'openai', Pick<Estimator, 'perCharacter' | 'message' | 'call' | 'tool'>>
> = data.overheads

const ones = { ...zeros(), figure: 0 }
for (const kind of tokenKinds) ones[kind] = 1

/** Weighs tokens of o200k_base as they are, for its own models. */
export const o200kFactors: Pick<Estimator, 'estimate' | 'max' | 'perByte'> = {
  estimate: ones,
  max: ones,
  perByte: {},
}

/** The size of a text by its tokens in o200k_base, which the tokenizer must be of. */
export function estimateOf(
  { estimate, max, perByte }: Pick<Estimator, 'estimate' | 'max' | 'perByte'>,
  text: string,
  tokenizer: TokenCounter,
): Count {
  const tallied = tallyWith(tokenizer)
  if (!tallied)
    throw new TypeError('estimate works from o200k_base: give no tokenizer, or o200k of ctxc/count/o200k')
  const tally = tallied(text)
  let likely = tally.figures * estimate.figure
  let bound = tally.figures * max.figure
  const { tokens, most = tokens } = tally
  for (const kind of tokenKinds) {
    likely += tokens[kind] * estimate[kind]
    // Tokens that are more than likely and tokens that weigh more than likely do not meet throughout a text.
    const weighed = Math.max(tokens[kind] * max[kind], most[kind] * estimate[kind])
    bound += Math.max(weighed, tally.bytes[kind] * (perByte[kind] ?? 0))
  }
  // No vocabulary has more tokens than bytes, but Claude's first brings compatible characters into one form.
  const bytes = bound > tally.length ? mostBytes(text, tally.length) : bound
  return formula(Math.ceil(Math.min(likely, bytes)), Math.ceil(Math.min(bound, bytes)))
}

/** UTF-16 units that are brought into another form at once: long runs of marks take quadratic time. */
const normalized = 64

/** Bytes of a text in either form, and one for a sign that some vocabularies put first. */
function mostBytes(text: string, bytes: number): number {
  if (bytes === text.length) return bytes + 1
  const encoder = new TextEncoder()
  let most = 1
  for (let at = 0; at < text.length; at += normalized) {
    const part = text.slice(at, at + normalized)
    const other = encoder.encode(part.normalize('NFKC')).length
    most += Math.max(other, encoder.encode(part).length)
  }
  return most
}
