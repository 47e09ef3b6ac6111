import { isObject } from '../ir/json.ts'

/** Usage that a provider reported for one call, next to the estimate for its request. */
export interface UsageSample {
  /** Model that was called. */
  readonly model: string
  /** Estimated input tokens. */
  readonly estimate: number
  /** Input tokens that the provider counted, including those read from a cache. */
  readonly reported: number
}

/** Frequency of each ratio of reported to estimated tokens, as plain data. */
export interface Calibration {
  /** Number of a model's reports by ratio; each ratio is rounded up to a step of 5 %. */
  readonly [model: string]: { readonly [step: string]: number }
}

/** Empty calibration, the start value for `calibrate`. */
export const uncalibrated: Calibration = Object.freeze({})

const stepsPerUnit = 20
/**
 * Bounds of a plausible ratio of reported to estimated tokens. A report outside these bounds omits tokens, such as
 * cached ones, or counts input that was not sent.
 */
const least = 0.5
const most = 2
/** Whether a value is a plausible ratio of reported to estimated tokens. */
export const isPlausible = (ratio: unknown): boolean =>
  typeof ratio === 'number' && ratio >= least && ratio <= most

/** Whether a value is a calibration that `calibrate` can have returned. */
export const isCalibration = (value: unknown): value is Calibration =>
  isObject(value) &&
  Object.values(value).every(
    steps =>
      isObject(steps) &&
      Object.entries(steps).every(
        ([step, count]) =>
          isPlausible(Number(step) / stepsPerUnit) && Number.isSafeInteger(count) && Number(count) > 0,
      ),
  )

/** Number of reports below which a factor has one more step, because few reports may miss the largest ratios. */
const few = 5
const quantile = 0.95

/**
 * Adds a report to a calibration. The function is pure: equal reports give an equal calibration on every machine. An
 * implausible report (no tokens, or less than half or more than twice the estimate) changes nothing.
 *
 * @param calibration - Calibration so far; it is not changed.
 * @param usage - Report to add.
 * @returns The calibration with the report.
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
  if (!(estimate > 0 && isPlausible(ratio))) return calibration
  // Without the subtraction, a floating-point error could raise an exact ratio to the next step.
  const step = String(Math.ceil(ratio * stepsPerUnit - 1e-9))
  const steps = Object.hasOwn(calibration, model) ? calibration[model] : undefined
  return { ...calibration, [model]: { ...steps, [step]: (steps?.[step] ?? 0) + 1 } }
}

/**
 * Returns the factor for a model's estimates: 95 % of the model's reports do not exceed the estimate times this factor.
 * The factor changes rarely, because it changes only in steps of 5 %. Each change also changes requests that a provider
 * has cached.
 *
 * @param calibration - Calibration to read.
 * @param model - Model as the reports name it.
 * @returns A factor from 0.5 to 2; 1 for a model without reports. Before the fifth report, the factor is one step
 * higher.
 *
 * @example
 * import { calibrationFactor, uncalibrated } from 'ctxc/count'
 *
 * console.log(calibrationFactor(uncalibrated, 'claude-opus-5')) // 1
 */
export function calibrationFactor(calibration: Calibration, model: string): number {
  return knownFactor(calibration, model) ?? 1
}

/** Returns the factor for a model's estimates; null for a model without reports. */
export function knownFactor(calibration: Calibration, model: string): number | null {
  const steps = Object.hasOwn(calibration, model) ? calibration[model] : undefined
  const seen = Object.entries(steps ?? {}).map(([step, count]) => ({ step: Number(step), count }))
  const all = seen.reduce((sum, { count }) => sum + count, 0)
  const added = all < few ? 1 : 0
  let covered = 0
  for (const { step, count } of seen.sort((left, right) => left.step - right.step)) {
    covered += count
    if (covered >= all * quantile) return Math.min(most, (step + added) / stepsPerUnit)
  }
  return null
}
