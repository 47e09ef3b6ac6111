import { Path } from '../form/path.ts'
import { type Count, formulaCount } from '../ir/count.ts'
import type { EstimatorName, TokenRange } from '../ir/model.ts'
import data from './estimators.json' with { type: 'json' }
import { type TokenKind, tokenKinds, zeros } from './tally.ts'
import { type TokenCounter, tallyWith } from './tokenizer.ts'

/** Upper bound for the measured kinds of text: English, code and JSON, including the messages and calls around them. */
export interface Measured {
  /** Upper bound of the real tokens for each estimated token. */
  readonly factor: number
  /** Tokens that a request may have in addition to the bounds of its texts. */
  readonly addend: number
}

/** Upper bound that covers a stated share of requests, for the measured kinds of text. */
export interface Covered {
  /** Families of models that were measured; absent in the row of all other models. */
  readonly families?: readonly string[]
  /** Upper bound of the tokens of a whole request for each estimated token. */
  readonly factor: number
  /** Whether a text alone may exceed the factor, by the deviation of single texts. */
  readonly deviates: boolean
  /** Whether the factor also bounds the tokens of messages and calls in addition to their text. */
  readonly messages: boolean
  /** Share of the context window up to which requests are held to this bound. */
  readonly window: number
  /** Share of the requests that do not exceed the bound. */
  readonly share: number
}

/** Deviation of single texts from their estimates, after the factor of a whole request. */
export interface Deviation {
  /** Share by which a text alone may exceed its estimate. */
  readonly share: number
  /** Tokens that a request may have in addition to its texts. */
  readonly addend: number
}

/** Factors that estimate a text's tokens in one vocabulary from its tokens in another. */
export interface Estimator {
  /** Estimated tokens for each token of o200k_base, by kind, and for each digit. */
  readonly estimate: Readonly<Record<TokenKind | 'figure', number>>
  /** Upper bounds for each token of o200k_base, by kind, and for each digit. */
  readonly max: Readonly<Record<TokenKind | 'figure', number>>
  /**
   * Minimum of the upper bound for each byte of a kind, because one long token of o200k_base may be several tokens in
   * another vocabulary.
   */
  readonly perByte: Readonly<Partial<Record<TokenKind, number>>>
  /** Bounds for the kinds of text in logged prompts, measured by how these prompts grew; absent without logs. */
  readonly measured?: Measured
  /** Bounds that cover a stated share of requests, by family of models; absent if nothing was measured. */
  readonly covered?: readonly Covered[]
  /** Median upper bound of tokens for one UTF-16 unit. It sizes text from its length alone, without reading it. */
  readonly perCharacter: number
  /** Tokens of a message in addition to its text. */
  readonly message: TokenRange
  /** Tokens of a call and its result in addition to their text. */
  readonly call: TokenRange
  /** Tokens of a tool's declaration in addition to its text. */
  readonly tool: TokenRange
}

/** Estimators by name. The factors are data, with their date, source and declared error. */
export const estimators: Readonly<Record<EstimatorName, Estimator>> = data.estimators

/** Deviation of single texts, of every estimator. */
export const deviation: Deviation = data.deviation

/** Tokens of messages, calls and tools in addition to their text, for public vocabularies. */
export const overheads: Readonly<
  Record<'openai', Pick<Estimator, 'perCharacter' | 'message' | 'call' | 'tool'>>
> = data.overheads

const ones = { ...zeros(), figure: 0 }
for (const kind of tokenKinds) ones[kind] = 1

/** Factors of 1, for models whose vocabulary is o200k_base. */
export const o200kFactors: Sizes = {
  estimate: ones,
  max: ones,
  perByte: {},
}

/** Kinds of text that every session contains. Reported usage therefore measures these kinds. */
const commonKinds: ReadonlySet<TokenKind> = new Set(['word', 'fragment', 'digit', 'symbol', 'space'])

/** Factors that size a text, and an optional factor that replaces the bounds of common text. */
export type Sizes = Pick<Estimator, 'estimate' | 'max' | 'perByte'> & {
  readonly factor?: number
  /** Deviation that the factor does not include; absent if it does. */
  readonly deviation?: Deviation
}

/**
 * Returns the tokens by which a text may exceed its part of a request's bound. The errors of texts are independent, so
 * their sum deviates by the root of the sum of squares, `share * sqrt(sum of estimate²)`. A counter can only add up
 * texts, so the root is bounded by its tangent: for every `s`, `sqrt(v) <= v / 2s + s / 2`. The second term is the
 * addend of a request. A text alone never has more than its own share.
 */
const allowedDeviation = (estimate: number, { share, addend }: Deviation): number =>
  share * estimate * Math.min(1, (share * estimate) / (4 * addend))

/** Estimates the size of a text from its tokens in o200k_base; the tokenizer must have this encoding. */
export function estimateOf(
  { estimate, max, perByte, factor, deviation: allowed }: Sizes,
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
  let common = 0
  const { tokens, most = tokens } = tally
  for (const kind of tokenKinds) {
    likely += tokens[kind] * estimate[kind]
    const known = factor === undefined || !commonKinds.has(kind) ? 0 : tokens[kind] - tally.noise[kind]
    common += known * estimate[kind]
    const bounded = (tokens[kind] - known) * max[kind] + known * estimate[kind] * (factor ?? 0)
    // It is very unlikely that a text has both the maximum number of tokens and the maximum weight of every token. The
    // bound therefore uses only one of the two maximums: the one with the larger product.
    const weighed = Math.max(bounded, most[kind] * estimate[kind])
    const loose = known === 0 ? 1 : 1 - known / tokens[kind]
    bound += Math.max(weighed, tally.bytes[kind] * loose * (perByte[kind] ?? 0))
  }
  if (allowed !== undefined) bound += allowedDeviation(common, allowed)
  // No vocabulary needs more tokens than a text has bytes. But Claude's vocabulary first normalizes compatible
  // characters, which may add bytes.
  const bytes = bound > tally.length ? maxNormalizedBytes(text, tally.length) : bound
  return formulaCount(Math.ceil(Math.min(likely, bytes)), Math.ceil(Math.min(bound, bytes)))
}

/** Number of UTF-16 units to normalize in one step, because long runs of marks take quadratic time. */
const normalized = 64

/**
 * Returns the number of bytes of a text before or after normalization, whichever is larger, plus one for a sign that
 * some vocabularies add at the start.
 */
function maxNormalizedBytes(text: string, bytes: number): number {
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
