import { readPrices } from '../cost/bill.ts'
import { sum } from '../cost/outcome.ts'
import type { CostRun } from '../cost/run.ts'
import type { Count } from '../library/library.ts'
import { table } from '../report/table.ts'
import { type AskedCompaction, askedCompaction, type Judged } from './asked-compaction.ts'
import type { NamedOf } from './first-sight.ts'
import { type Measured, measure } from './measure.ts'

/** The provider's compaction for an effect, measured over some runs. */
export interface MeasuredAsking extends Pick<Measured, 'name' | 'calls' | 'unsent' | 'summaries' | 'cost'> {
  /** Tokens of a request, a mean, and divided by those of the whole history. */
  readonly tokensOfCall: number
  readonly tokens: number
  /** Shares of the reasoning that the signing provider read: in answers of the requests, and in all answers so far. */
  readonly aliveOfKept: number
  readonly aliveOfAll: number
  readonly deadSent: number
}

/** The least share of reasoning in kept answers that is aimed at, at so many of the tokens. */
const aims = { alive: 0.95, tokens: 0.25 } as const

/** Turns of a run: calls that answer a user. */
export const turnsOf = ({ calls, history }: CostRun): number =>
  calls.filter(said => history[said - 1]?.role === 'user').length

export async function measureAsking(
  title: string,
  asked: AskedCompaction,
  runs: readonly CostRun[],
  { count, namedOf }: { readonly count: Count; readonly namedOf: NamedOf },
): Promise<MeasuredAsking> {
  const judged: Judged[] = []
  const measured = await measure(askedCompaction(asked, judged), runs, count, namedOf)
  const whole = runs.flatMap(({ head, tokens, calls }) =>
    calls.map(said => head + sum(tokens.slice(0, said))),
  )
  const { calls, unsent, summaries, cost } = measured
  const total = (key: keyof Judged): number => sum(judged.map(own => own[key]))
  return {
    ...{ name: `${asked.model}, ${title}`, calls, unsent, summaries, cost },
    tokensOfCall: measured.tokens,
    tokens: measured.tokens / (sum(whole) / whole.length),
    aliveOfKept: total('alive') / total('kept'),
    aliveOfAll: total('alive') / total('made'),
    deadSent: total('dead'),
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** Returns a table of what a provider's compaction for an effect leaves, and whether it reaches the aims. */
export function askingTable(title: string, rows: readonly MeasuredAsking[]): string {
  const head = [
    title,
    'calls',
    'not sent',
    'compactions',
    'tokens a call',
    'of all',
    'alive of kept',
    'of all',
  ]
  const cells = rows.map(row => [
    ...[row.name, String(row.calls), String(row.unsent), String(row.summaries), row.tokensOfCall.toFixed(0)],
    ...[percent(row.tokens), percent(row.aliveOfKept), percent(row.aliveOfAll), String(row.deadSent)],
    row.aliveOfKept >= aims.alive && row.tokens <= aims.tokens ? 'pass' : 'MISS',
    ...row.cost.map(price => price.toFixed(0)),
  ])
  return table([[...head, 'dead sent', 'aims', ...readPrices.map(read => `at ${read}`)], ...cells])
}
