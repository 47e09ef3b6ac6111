import { median } from './median.ts'

/** Tokens of one text, three times. */
export interface Sized {
  readonly estimate: number
  readonly max: number
  readonly actual: number
}

/** Deviation of estimates from the actual counts. */
export interface Deviation {
  /** The median of estimate / actual - 1. */
  readonly bias: number
  /** Error that 95 % of texts do not exceed. */
  readonly error: number
  /** The least of max / actual: below 1, the bound did not hold. */
  readonly leastBound: number
  readonly medianBound: number
}

export function deviation(texts: readonly Sized[]): Deviation {
  const off = texts.map(({ estimate, actual }) => estimate / actual - 1)
  const errors = off.map(Math.abs).sort((left, right) => left - right)
  const bounds = texts.map(({ max, actual }) => max / actual)
  return {
    bias: median(off),
    error: errors[Math.ceil(errors.length * 0.95) - 1] ?? Number.NaN,
    leastBound: Math.min(...bounds),
    medianBound: median(bounds),
  }
}
