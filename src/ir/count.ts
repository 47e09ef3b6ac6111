/** A size in tokens. */
export interface Count {
  /** The likely figure. */
  readonly estimate: number
  /** The bound that budgets use. */
  readonly max: number
  /** Whether text was counted with the model's own vocabulary, and nothing beside text and messages is in it. */
  readonly exact: boolean
}

/** Nothing. */
export const zero: Count = Object.freeze({ estimate: 0, max: 0, exact: true })

/** The sum of two counts; exact only when both are. */
export function plus(left: Count, right: Count): Count {
  return {
    estimate: left.estimate + right.estimate,
    max: left.max + right.max,
    exact: left.exact && right.exact,
  }
}

/** Returns how much one count is more than another; exact only when both are. */
export const minus = (left: Count, right: Count): Count => ({
  estimate: left.estimate - right.estimate,
  max: left.max - right.max,
  exact: left.exact && right.exact,
})

/** A count for something sized by a formula. */
export const formula = (estimate: number, max: number): Count => ({ estimate, max, exact: false })
