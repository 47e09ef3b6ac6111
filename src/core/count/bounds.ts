import type { Encoding, EstimatorName } from '../ir/model.ts'
import { type Covered, deviation, type Estimator, estimators, type Sizes } from './estimator.ts'
import { isApproximate, type TokenCounter } from './tokenizer.ts'

/**
 * Names of the upper bounds of estimated text, for choices in a command line or a form.
 *
 * @example
 * ```ts
 * import { boundNames } from 'ctxc/count'
 *
 * boundNames // ['covered', 'measured', 'proven']
 * ```
 */
export const boundNames = ['covered', 'measured', 'proven'] as const

/**
 * Upper bound of estimated text. `proven`: no public vocabulary exceeds the bound for any text. `measured`: for
 * English, code and JSON, a smaller bound that logged usage never exceeded; for other text, the bound of `proven`.
 * `covered`: a still smaller bound that 99.5 % of measured requests did not exceed, where a row has one; `measured` for
 * other models.
 */
export type Bound = (typeof boundNames)[number]

/** Options for the upper bounds of a counter. */
export interface CounterBounds {
  /** Kind of upper bound; `proven` by default. */
  readonly bound?: Bound
  /** Factor from reported usage. It replaces the usual bounds of estimated text; null for none. */
  readonly factor?: number | null
}

/** Facts of a model that decide which bounds apply. */
export interface BoundFacts {
  /** Vocabulary of the model; null if it is not public. */
  readonly encoding: Encoding | null
  readonly estimator?: EstimatorName
  /** Family of the model, whose bound may be measured separately. */
  readonly family?: string
}

/** Estimator for a model, with the upper bounds that apply. */
export interface Bounds {
  readonly estimator: Estimator & Sizes
  /** Tokens that a request may have in addition to its messages, calls and tools. */
  readonly addend: number
}

/** Returns the name of a model's estimator. */
export const estimatorName = ({ estimator }: Pick<BoundFacts, 'estimator'>): EstimatorName =>
  estimator ?? 'unknown'

/** Whether a counter has the vocabulary of the model. */
export function isOwn(facts: BoundFacts, given: TokenCounter | undefined): boolean {
  if (given === undefined) return facts.encoding !== null
  return !isApproximate(given) && (given.encoding === undefined || given.encoding === facts.encoding)
}

/** Returns the bound of a model that covers a stated share of requests; undefined if nothing was measured. */
function coveredBound(facts: BoundFacts): Covered | undefined {
  const { covered = [] } = estimators[estimatorName(facts)]
  return covered.find(({ families }) => families === undefined || families.includes(facts.family ?? ''))
}

/**
 * Returns the share of the context window that requests may use. Most vendors reject a request that exceeds the window,
 * so a bound that does not cover all requests is used up to a share of it only.
 */
export function windowShare(facts: BoundFacts, given: TokenCounter | undefined, bound: Bound): number {
  if (bound !== 'covered' || isOwn(facts, given) || (given !== undefined && isApproximate(given))) return 1
  return coveredBound(facts)?.window ?? 1
}

/**
 * Returns the estimator of a model's text. Measured bounds apply only to text that is counted with a vocabulary, not to
 * approximate counts. Factors never bound other scripts, signs and noise, because the next message may be the first
 * that contains them.
 */
export function estimatorBounds(
  facts: BoundFacts,
  { bound, factor, approximate }: Required<CounterBounds> & { readonly approximate: boolean },
): Bounds {
  const estimator = estimators[estimatorName(facts)]
  if (bound === 'proven' || (factor === null && approximate)) return { estimator, addend: 0 }
  const { measured } = estimator
  const addend = measured?.addend ?? 0
  const row = bound === 'covered' ? coveredBound(facts) : undefined
  const messages = row?.messages === true
  if (factor !== null)
    return bound === 'covered'
      ? withDeviation(withFactor(estimator, Math.max(1, factor), messages))
      : { estimator: withFactor(estimator, Math.max(1, factor * margin), false), addend }
  if (row !== undefined) {
    const bounded = withFactor(estimator, row.factor, messages)
    return row.deviates ? withDeviation(bounded) : { estimator: bounded, addend }
  }
  return measured === undefined
    ? { estimator, addend: 0 }
    : { estimator: withFactor(estimator, measured.factor, false), addend }
}

const withDeviation = (estimator: Estimator & Sizes): Bounds => ({
  estimator: { ...estimator, deviation },
  addend: deviation.addend,
})

/** Tolerance of a calibrated factor: a single text may exceed the factor of whole requests by one step of 5 %. */
const margin = 1.05

/**
 * Returns an estimator in which a factor bounds common text. Messages and calls keep their bounds if they were not
 * measured, because servers write them in different forms.
 */
function withFactor(estimator: Estimator, factor: number, messages: boolean): Estimator & Sizes {
  const { message, call } = estimator
  return {
    ...estimator,
    factor,
    ...(messages && {
      message: { ...message, max: Math.ceil(message.estimate * factor) },
      call: { ...call, max: Math.ceil(call.estimate * factor) },
    }),
  }
}
