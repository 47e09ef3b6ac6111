import { Path } from '../form/path.ts'
import { type Count, formula } from '../ir/count.ts'
import type { EstimatorName, TokenRange } from '../ir/model.ts'
import data from './estimators.json' with { type: 'json' }
import { type TokenKind, tokenKinds, zeros } from './tally.ts'
import { type TokenCounter, tallyWith } from './tokenizer.ts'

/** Bound that holds for what was measured: English, code and JSON, with the messages and calls around them. */
export interface Measured {
  /** Upper bound for each estimated token. */
  readonly factor: number
  /** Tokens that a request may have besides. */
  readonly addend: number
}

/** Factors that size text from its tokens in another vocabulary. */
export interface Estimator {
  /** Estimated tokens for each token of o200k_base, by kind, and for each digit. */
  readonly estimate: Readonly<Record<TokenKind | 'figure', number>>
  /** Upper bounds for each token of o200k_base, by kind, and for each digit. */
  readonly max: Readonly<Record<TokenKind | 'figure', number>>
  /**
   * Smallest upper bound for each byte of a kind: one long token of o200k_base may be several in another vocabulary.
   */
  readonly perByte: Readonly<Partial<Record<TokenKind, number>>>
  /** Bounds that logged growth of prompts gives to the kinds of text that were logged; absent = nothing was logged. */
  readonly measured?: Measured
  /** Median upper bound for one UTF-16 unit, to size text that is not read. */
  readonly perCharacter: number
  /** Tokens of a message besides its text. */
  readonly message: TokenRange
  /** Tokens of a call and its result besides their text. */
  readonly call: TokenRange
  /** Tokens of a tool's declaration besides its text. */
  readonly tool: TokenRange
}

/** Estimators by name. The factors are data, with their date, source and declared error. */
export const estimators: Readonly<Record<EstimatorName, Estimator>> = data.estimators

/** Tokens of messages, calls and tools besides their text, for public vocabularies. */
export const overheads: Readonly<
  Record<'openai', Pick<Estimator, 'perCharacter' | 'message' | 'call' | 'tool'>>
> = data.overheads

const ones = { ...zeros(), figure: 0 }
for (const kind of tokenKinds) ones[kind] = 1

/** Factors of 1, for models of o200k_base itself. */
export const o200kFactors: Sizes = {
  estimate: ones,
  max: ones,
  perByte: {},
}

/** Kinds of text that every session holds, so that reported usage says something about them. */
const common: ReadonlySet<TokenKind> = new Set(['word', 'fragment', 'digit', 'symbol', 'space'])

/** Step of the factors: a text may exceed the factor of whole requests by as much. */
const margin = 1.05

/** Factors by which text is sized, and the factor that replaces the bounds of common text; absent = none does. */
export type Sizes = Pick<Estimator, 'estimate' | 'max' | 'perByte'> & { readonly factor?: number }

/**
 * Returns an estimator with the bounds of common text by a factor that reported usage gave. Other scripts, signs and noise
 * keep their bounds, because the next message may be the first that holds them.
 */
export const boundedBy = (estimator: Estimator, factor: number): Estimator & Sizes =>
  asMeasured(estimator, Math.max(1, factor * margin))

/**
 * Returns an estimator with a measured factor as the bound of common text. All else keeps its bounds, part by part:
 * messages and calls too, whose form differs between servers.
 */
export const asMeasured = (estimator: Estimator, factor: number): Estimator & Sizes => ({
  ...estimator,
  factor,
})

/** Estimates the size of a text from its tokens in o200k_base, the encoding that the tokenizer must have. */
export function estimateOf(
  { estimate, max, perByte, factor }: Sizes,
  text: string,
  tokenizer: TokenCounter,
): Count {
  const tallied = tallyWith(tokenizer)
  if (!tallied)
    throw Path.named('estimate').wrong('works from o200k_base', {
      help: 'give no tokenizer, or o200k of ctxc/count/o200k',
    })
  const tally = tallied(text)
  let likely = tally.figures * estimate.figure
  let bound = tally.figures * max.figure
  const { tokens, most = tokens } = tally
  for (const kind of tokenKinds) {
    likely += tokens[kind] * estimate[kind]
    const known = factor === undefined || !common.has(kind) ? 0 : tokens[kind] - tally.noise[kind]
    const bounded = (tokens[kind] - known) * max[kind] + known * estimate[kind] * (factor ?? 0)
    // A text does not exceed both its likely token count and its likely token weight throughout, so the larger product
    // counts.
    const weighed = Math.max(bounded, most[kind] * estimate[kind])
    const loose = known === 0 ? 1 : 1 - known / tokens[kind]
    bound += Math.max(weighed, tally.bytes[kind] * loose * (perByte[kind] ?? 0))
  }
  // No vocabulary has more tokens than bytes, but Claude's first normalizes compatible characters.
  const bytes = bound > tally.length ? mostBytes(text, tally.length) : bound
  return formula(Math.ceil(Math.min(likely, bytes)), Math.ceil(Math.min(bound, bytes)))
}

/** UTF-16 units that are normalized at once: long runs of marks take quadratic time. */
const normalized = 64

/**
 * Returns the bytes of a text, normalized or not, whichever is more, plus one for a sign that some vocabularies put
 * first.
 */
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
