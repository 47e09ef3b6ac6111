import { type Count, formula } from '../ir/count.ts'
import type { EstimatorName } from '../ir/model.ts'
import data from './estimators.json' with { type: 'json' }
import type { Tally, TokenKind } from './tally.ts'

/** Tokens for each token of o200k_base, by kind, and for each digit. */
type Factors = Readonly<Record<TokenKind | 'figure', number>>

/** Sizes text by the tokens that another vocabulary gives it. */
export interface Estimator {
  /** What is likely. */
  readonly estimate: Factors
  /** What is not exceeded. */
  readonly max: Factors
  /** What a message costs beside its words. */
  readonly message: { readonly estimate: number; readonly max: number }
  /** What a call and its result cost beside their words. */
  readonly call: { readonly estimate: number; readonly max: number }
}

/** The estimators: factors are data, with their date, source and declared error. */
export const estimators: Readonly<Record<EstimatorName, Estimator>> = data

/** The size of a text by its tokens in o200k_base; where their kinds are not known, by the largest factor. */
export function estimateOf({ estimate, max }: Estimator, text: string, tokens: Tally | number): Count {
  if (typeof tokens === 'number') return formula(scale(tokens, estimate), scale(tokens, max))
  const likely = weigh(tokens, estimate)
  const bound = weigh(tokens, max)
  // No vocabulary has more tokens than bytes, but Claude's first brings compatible characters into one form.
  const bytes = bound > tokens.bytes ? mostBytes(text, tokens.bytes) : bound
  return formula(Math.min(likely, bytes), Math.min(bound, bytes))
}

function weigh(tally: Tally, factors: Factors): number {
  let sum = 0
  for (const [kind, factor] of Object.entries(factors)) sum += tally[kind as TokenKind] * factor
  return Math.ceil(sum)
}

const scale = (tokens: number, factors: Factors): number =>
  Math.ceil(tokens * Math.max(...Object.values(factors)))

/** Bytes of a text in either form, and one for a sign that some vocabularies put first. */
const mostBytes = (text: string, bytes: number): number =>
  1 + Math.max(bytes, new TextEncoder().encode(text.normalize('NFKC')).length)
