/** Number of tokens, as an estimate and an upper bound. */
export interface Count {
  /** Best estimate. */
  readonly estimate: number
  /** Upper bound, used by budgets. */
  readonly max: number
  /** Whether the count is exact: only text and messages were counted, with the model's own vocabulary. */
  readonly exact: boolean
}

/** A count of zero tokens. */
export const zero: Count = Object.freeze({ estimate: 0, max: 0, exact: true })

/** Returns the sum of two counts; exact only if both are. */
export function addCounts(left: Count, right: Count): Count {
  return {
    estimate: left.estimate + right.estimate,
    max: left.max + right.max,
    exact: left.exact && right.exact,
  }
}

/** Returns the first count minus the second; exact only if both are. */
export const subtractCounts = (left: Count, right: Count): Count => ({
  estimate: left.estimate - right.estimate,
  max: left.max - right.max,
  exact: left.exact && right.exact,
})

/** Returns a count that a formula estimates, and that is therefore not exact. */
export const formulaCount = (estimate: number, max: number): Count => ({ estimate, max, exact: false })
