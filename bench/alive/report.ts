import { readPrices } from '../cost/bill.ts'
import { table } from '../report/table.ts'
import { type Alive, againTokens, coldEvery, type Measured } from './measure.ts'

const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** Aims of first sight: price of a call at the last read price beside the budget's, and tokens that are kept in view. */
const aims = { cost: 0.87, tokens: 34_000, again: 0.98 } as const

/** Returns a table of costs and kept tokens. */
export function costTable(title: string, rows: readonly Measured[], reference: number): string {
  const head = [
    title,
    ...readPrices.map(read => `at ${read}`),
    '÷ budget',
    'tokens',
    'extends',
    'expands',
    'in text',
    'or handle',
  ]
  const cells = rows.map(({ name, cost, tokens, extends: extended, expands, again, unsent }) => [
    name,
    ...cost.map(whole),
    ((cost.at(-1) as number) / reference).toFixed(3),
    whole(tokens),
    percent(extended),
    String(expands),
    percent(again.inText / again.used),
    percent((again.inText + again.behindHandle) / again.used),
    ...(unsent > 0 ? [`${unsent} not sent`] : []),
  ])
  return table([head, ...cells])
}

/** Returns a table of the whole bill: with output, expired caches, and lost reasoning that is thought again. */
export function billTable(title: string, rows: readonly Measured[]): string {
  const head = [
    title,
    ...readPrices.map(read => `at ${read}`),
    `1 in ${coldEvery} cold`,
    ...againTokens.map(tokens => `${tokens} again`),
    'lost a call',
    'steps',
    'summaries',
  ]
  const cells = rows.map(({ name, bill: { paid, expiring, again, lost, steps }, summaries }) => [
    name,
    ...paid.map(whole),
    whole(expiring.at(-1) as number),
    ...againTokens.map(tokens => whole(again[tokens]?.at(-1) as number)),
    lost.toFixed(2),
    percent(steps),
    String(summaries),
  ])
  return table([head, ...cells])
}

/** The reasoning that each way leaves alive. */
export function aliveTable(title: string, vendor: 'gpt' | 'claude', rows: readonly Measured[]): string {
  const cells = rows.map(row => {
    const alive: Alive = row[vendor]
    return [
      row.name,
      percent(alive.ofKept),
      percent(alive.ofAll),
      whole(alive.deadSent),
      whole(alive.requestsWithDead),
    ]
  })
  return table([[title, 'of kept', 'of all', 'dead sent', 'requests with one'], ...cells])
}

/** Whether a setting reaches all that is aimed at. */
export const reaches = (
  { cost, tokens, extends: extended, gpt, claude }: Measured,
  reference: number,
): boolean =>
  (cost.at(-1) as number) <= aims.cost * reference &&
  tokens >= aims.tokens &&
  extended === 1 &&
  gpt.ofAll === 1 &&
  claude.ofAll === 1

/** Verdict on a way to make requests, one line for each aim. */
export function aimLines(row: Measured, reference: number): string[] {
  const { cost, tokens, extends: extended, gpt, claude, again } = row
  const line = (holds: boolean, text: string): string => `${holds ? 'pass' : 'MISS'}  ${row.name}: ${text}`
  const ratio = (cost.at(-1) as number) / reference
  const named = again.inText / again.used
  return [
    line(
      ratio <= aims.cost,
      `cost at ${readPrices.at(-1)} ÷ budget of 16,000: ${ratio.toFixed(3)}, aimed at ${aims.cost}`,
    ),
    line(tokens >= aims.tokens, `tokens a call: ${whole(tokens)}, aimed at ${whole(aims.tokens)}`),
    line(
      gpt.ofAll === 1 && claude.ofAll === 1,
      `reasoning alive: ${percent(gpt.ofAll)}, ${percent(claude.ofAll)}, aimed at all`,
    ),
    line(extended === 1, `requests that extend the last one: ${percent(extended)}, aimed at all`),
    line(
      named >= aims.again,
      `identifiers used again in the request's text: ${percent(named)}, aimed at ${percent(aims.again)}`,
    ),
  ]
}
