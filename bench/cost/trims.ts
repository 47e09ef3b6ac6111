import { median } from '../measure/median.ts'
import type { Outcome } from './outcome.ts'
import type { CostRun } from './run.ts'

/** Trims of requests: the median sizes of the history around them, as shares of the budget. */
export interface Trims {
  /** Share of calls. */
  readonly share: number
  /** Size of the history without the trim. */
  readonly up: number
  /** Size of the history after the trim. */
  readonly down: number
}

export function trimsOf({ runs }: Outcome, of: readonly CostRun[], budget: number): Trims {
  const trims: { readonly up: number; readonly down: number }[] = []
  let calls = 0
  for (const [run, { called }] of runs.entries()) {
    const { tokens } = of[run] as CostRun
    const sent = called.filter(call => call !== null)
    calls += sent.length
    for (const [at, now] of sent.entries()) {
      const last = sent[at - 1]
      if (last === undefined || now.grown) continue
      const since = tokens.slice(last.said, now.said).reduce((sum, size) => sum + size, 0)
      trims.push({ up: (last.tokens - last.head + since) / budget, down: (now.tokens - now.head) / budget })
    }
  }
  return {
    share: trims.length / calls,
    up: median(trims.map(({ up }) => up)),
    down: median(trims.map(({ down }) => down)),
  }
}
