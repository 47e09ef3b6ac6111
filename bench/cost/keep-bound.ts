/** The least of what all requests cost, less their tokens of history at so much each. */
export interface KeepBound {
  readonly worth: number
  readonly cost: number
}

/** Values of a kept token, in uncached input tokens. A higher value keeps more tokens. */
export const worths = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1, 1.5]

/** No way of keeping so many tokens, in all requests together, costs less: the bound of Lagrange, the best of several worths. */
export const leastCost = (bounds: readonly KeepBound[], kept: number): number =>
  Math.max(...bounds.map(({ worth, cost }) => cost + worth * kept))
