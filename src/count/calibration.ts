/** Usage that a provider reported for one call, next to the estimate for its request. */
export interface UsageSample {
  /** The model that was called. */
  readonly model: string
  /** Tokens of input that were estimated. */
  readonly estimate: number
  /** Tokens of input that the provider counted, those read from a cache included. */
  readonly reported: number
}

/** Frequency of each ratio of reported to estimated tokens. Plain data. */
export interface Calibration {
  /** Reports of a model, by the step of 5 % that their ratio reaches. */
  readonly [model: string]: { readonly [step: string]: number }
}

/** A calibration that has seen nothing: what `calibrate` begins with. */
export const uncalibrated: Calibration = Object.freeze({})

const stepsPerUnit = 20
/** A report outside of these left something out, such as what a cache held, or holds what was not sent. */
const least = 0.5
const most = 2
/** Below this many reports, a model is not calibrated. */
const fewest = 5
const quantile = 0.95

/**
 * Adds a report to a calibration: a fold, so that the same reports give the same calibration wherever it runs. A
 * report that cannot be one (no tokens, less than half or more than twice of the estimate) changes nothing.
 *
 * @param calibration - What was seen so far; it is not changed.
 * @param usage - One report.
 * @returns What was seen with it.
 *
 * @example
 * import { calibrate, calibrationFactor, uncalibrated } from 'ctxc/count'
 *
 * const reports = [1_050, 1_080, 1_070, 1_065, 1_090].map(reported => ({ model: 'claude-opus-5', estimate: 1_000, reported }))
 * const calibration = reports.reduce(calibrate, uncalibrated)
 * console.log(calibrationFactor(calibration, 'claude-opus-5')) // 1.1
 */
export function calibrate(calibration: Calibration, usage: UsageSample): Calibration {
  const { model, estimate, reported } = usage
  const ratio = reported / estimate
  if (!(estimate > 0 && ratio >= least && ratio <= most)) return calibration
  // Rounding must not raise an exact ratio to the next step.
  const step = String(Math.ceil(ratio * stepsPerUnit - 1e-9))
  const steps = Object.hasOwn(calibration, model) ? calibration[model] : undefined
  return { ...calibration, [model]: { ...steps, [step]: (steps?.[step] ?? 0) + 1 } }
}

/**
 * The factor by which a model's estimates are to be raised or lowered: what 95 % of its reports do not exceed, in
 * steps of 5 %, so that it seldom moves (a factor that moved with each report would change requests that a provider
 * has cached). `compile` does not use it yet.
 *
 * @param calibration - What was seen.
 * @param model - The model as the reports name it.
 * @returns A factor from 0.5 to 2; 1 for a model with fewer than five reports.
 *
 * @example
 * import { calibrationFactor, uncalibrated } from 'ctxc/count'
 *
 * console.log(calibrationFactor(uncalibrated, 'claude-opus-5')) // 1
 */
export function calibrationFactor(calibration: Calibration, model: string): number {
  const steps = Object.hasOwn(calibration, model) ? calibration[model] : undefined
  const seen = Object.entries(steps ?? {}).map(([step, count]) => ({ step: Number(step), count }))
  const all = seen.reduce((sum, { count }) => sum + count, 0)
  if (all < fewest) return 1
  let covered = 0
  for (const { step, count } of seen.sort((left, right) => left.step - right.step)) {
    covered += count
    if (covered >= all * quantile) return step / stepsPerUnit
  }
  return 1
}
