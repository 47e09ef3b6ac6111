/** Minimum and maximum of an amount, such as a number of calls. */
export interface Range {
  readonly least: number
  readonly most: number
}

/** Cost of one pass over a program, as ranges. */
export interface PassCost {
  /** Number of model calls. */
  readonly calls: Range
  /** Estimated input tokens of all model calls. */
  readonly tokens: Range
  /** Input price in USD if nothing is cached; null if the price of a model is unknown. */
  readonly price: Range | null
}

const zero: Range = { least: 0, most: 0 }

/** Cost of a member that calls no model. */
export const noCost: PassCost = { calls: zero, tokens: zero, price: zero }

type Join = (ranges: readonly Range[]) => Range

const joinCostRanges = (costs: readonly PassCost[], with_: Join): PassCost => {
  const prices = costs.flatMap(({ price }) => (price === null ? [] : [price]))
  return {
    calls: with_(costs.map(({ calls }) => calls)),
    tokens: with_(costs.map(({ tokens }) => tokens)),
    price: prices.length === costs.length ? with_(prices) : null,
  }
}

/** Returns the total cost of members that all run. */
export const sumCosts = (costs: readonly PassCost[]): PassCost =>
  joinCostRanges(costs, ranges =>
    ranges.reduce((sum, { least, most }) => ({ least: sum.least + least, most: sum.most + most }), zero),
  )

/** Returns the cost range of members of which exactly one runs. */
export const alternativeCost = (costs: readonly PassCost[]): PassCost =>
  costs.length === 0
    ? noCost
    : joinCostRanges(costs, ranges => ({
        least: Math.min(...ranges.map(({ least }) => least)),
        most: Math.max(...ranges.map(({ most }) => most)),
      }))

/** Returns the cost of a member that runs several times, from the minimum to the maximum number of rounds. */
export const repeatCost = (cost: PassCost, rounds: Range): PassCost =>
  joinCostRanges([cost], ([range = zero]) => ({
    least: range.least * rounds.least,
    most: range.most * rounds.most,
  }))
