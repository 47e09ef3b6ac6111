import { median } from '../measure/median.ts'
import { type CacheRule, priceOf } from './cache-rule.ts'
import type { Called } from './replay.ts'

/** The requests of one run, by one strategy, call by call. */
export interface RunOutcome {
  readonly called: readonly (Called | null)[]
  /** Least tokens of history that each call must keep. */
  readonly least: readonly number[]
  /** Rules that the run breaks by itself at each call. */
  readonly damaged: readonly ReadonlySet<string>[]
}

/** The requests of all runs. */
export interface Outcome {
  readonly name: string
  readonly runs: readonly RunOutcome[]
}

/** Returns the cost of the requests of each run, in uncached input tokens. */
export const costsOf = ({ runs }: Outcome, rule: CacheRule): number[] =>
  runs.map(({ called }) =>
    called.reduce((sum, call) => sum + (call ? priceOf(rule, call.tokens, call.shared) : 0), 0),
  )

/** Costs beside others: of all runs together, and the median over runs. */
export interface Ratio {
  readonly total: number
  readonly median: number
}

export const sum = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

export const ratioOf = (costs: readonly number[], others: readonly number[]): Ratio => ({
  total: sum(costs) / sum(others),
  median: median(costs.map((cost, run) => cost / (others[run] as number))),
})

/** Contents of the requests, the same for every provider. */
export interface Contents {
  /** Mean tokens of history, and those of all requests. */
  readonly kept: number
  readonly keptInAll: number
  /** Share of calls that keep less than they have to. */
  readonly under: number
  /** Requests that break a rule which the run itself does not. */
  readonly illegal: number
  /** Requests over the budget, and calls at which there was none. */
  readonly over: number
  readonly unsent: number
}

export function contentsOf({ runs }: Outcome, budget: number): Contents {
  const calls = runs.flatMap(({ called, least, damaged }) =>
    called.map((call, at) => ({ call, least: least[at] as number, damaged: damaged[at] as Set<string> })),
  )
  const sent = calls.flatMap(({ call, ...rest }) => (call === null ? [] : [{ ...call, ...rest }]))
  const kept = sent.map(({ tokens, head }) => tokens - head)
  return {
    kept: sum(kept) / sent.length,
    keptInAll: sum(kept),
    under: sent.filter(({ least }, at) => (kept[at] as number) < least).length / sent.length,
    illegal: sent.filter(({ broken, damaged }) => [...broken].some(rule => !damaged.has(rule))).length,
    over: sent.filter(({ tokens }) => tokens > budget).length,
    unsent: calls.length - sent.length,
  }
}
