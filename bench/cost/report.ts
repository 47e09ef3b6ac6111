import { table } from '../report/table.ts'
import type { CacheRule } from './cache-rule.ts'
import { type KeepBound, leastCost } from './keep-bound.ts'
import { type Contents, contentsOf, costsOf, type Outcome, type Ratio, ratioOf, sum } from './outcome.ts'
import type { CostRun } from './run.ts'
import { type Trims, trimsOf } from './trims.ts'

/** Costs of one strategy for a budget at one provider. */
export interface Row extends Contents {
  readonly name: string
  readonly optimum: Ratio
  readonly sliding: Ratio
  /** Cost of all runs, divided by the least cost of keeping as many tokens; null if more is kept than the budget allows. */
  readonly asMuch: number | null
  readonly trims: Trims
}

/** References for the rows of one provider and budget. */
export interface Beside {
  readonly budget: number
  readonly rule: CacheRule
  readonly runs: readonly CostRun[]
  readonly optimum: Outcome
  readonly sliding: Outcome
  readonly bounds: readonly KeepBound[]
}

export function rowOf(outcome: Outcome, { budget, rule, runs, optimum, sliding, bounds }: Beside): Row {
  const costs = costsOf(outcome, rule)
  const contents = contentsOf(outcome, budget)
  return {
    name: outcome.name,
    optimum: ratioOf(costs, costsOf(optimum, rule)),
    sliding: ratioOf(costs, costsOf(sliding, rule)),
    asMuch: contents.over > 0 ? null : sum(costs) / leastCost(bounds, contents.keptInAll),
    ...contents,
    trims: trimsOf(outcome, runs, budget),
  }
}

const two = (value: number): string => value.toFixed(2)
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** Rows below a title. */
export function rowsTable(title: string, rows: readonly Row[]): string {
  const head = [title, '÷ optimum', 'median', '÷ sliding', 'median', '÷ as much', 'kept', '< 40 %', 'illegal']
  const cells = rows.map(row => [
    row.name,
    two(row.optimum.total),
    two(row.optimum.median),
    two(row.sliding.total),
    two(row.sliding.median),
    row.asMuch === null ? '–' : two(row.asMuch),
    row.kept.toFixed(0),
    percent(row.under),
    String(row.illegal),
    ...(row.over > 0 ? [`${row.over} over the budget`] : []),
    ...(row.unsent > 0 ? [`${row.unsent} not sent`] : []),
  ])
  return table([head, ...cells])
}

/** Returns a table of the places where the prefix of each strategy changes. */
export function trimsTable(title: string, rows: readonly Row[]): string {
  const cells = rows.map(({ name, trims }) => {
    const between = trims.share === 0 ? ['–', '–'] : [percent(trims.up), percent(trims.down)]
    return [name, percent(trims.share), ...between]
  })
  return table([[title, 'of calls', 'at', 'down to'], ...cells])
}
