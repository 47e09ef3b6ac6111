import { oneLine, terminalColumns } from '../../core/text/columns.ts'
import { formatCount } from '../../core/text/number.ts'
import type { OwnerCost } from '../../run/store/accounts.ts'
import { exit, type Io, UsageError } from '../io.ts'
import { readFormat } from '../options.ts'
import { asJson } from '../output.ts'
import { paintFor } from '../paint.ts'
import { storeOwner } from '../run/open-store.ts'
import type { CostsGiven } from './given.ts'
import { assertAllOrOwner, ownerName } from './list.ts'
import { withStore } from './with-store.ts'

/** Runs `ctxc sessions costs`. Returns the exit code. */
export async function printCosts(given: CostsGiven, io: Io): Promise<number> {
  const format = readFormat(given, ['pretty', 'json'])
  assertAllOrOwner(given)
  const query = {
    ...(given.all !== true && { owner: storeOwner(given) }),
    ...timeOf('since', given.since),
    ...timeOf('until', given.until),
  }
  const costs = await withStore(given, io, async ({ accounts }) => {
    if (accounts === undefined) throw new UsageError('this store records no costs', 'pass another --store')
    return accounts.costs(query)
  })
  io.out(format === 'json' ? asJson(costs) : costs.length === 0 ? 'no model calls\n' : render(costs, io))
  return exit.fine
}

/** Reads a date of the command line, in UTC. */
function timeOf(name: 'since' | 'until', text: string | undefined): { readonly [name: string]: number } {
  if (text === undefined) return {}
  const time = Date.parse(text)
  // A date that a calendar does not have would be another one.
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time)
  if (!isDate || new Date(time).toISOString().slice(0, 10) !== text)
    throw new UsageError(`--${name} must be a date`, `for example --${name} 2026-11-01`)
  return { [name]: time }
}

/** Names of the columns. Texts are aligned to the left, numbers to the right. */
const heads = ['owner', 'model', 'calls', 'input', 'cached', 'output', 'USD'] as const

/** Number of columns that contain text. */
const texts = 2

function render(costs: readonly OwnerCost[], io: Io): string {
  const paint = paintFor(io.colour.out)
  const rows = costs.map(({ owner, model, calls, usage, usd, unpriced }) => [
    ownerName(owner),
    oneLine(model),
    ...[calls, usage.inputTokens, usage.cacheReadTokens, usage.outputTokens].map(count =>
      count.toLocaleString('en-US'),
    ),
    unpriced === calls ? 'unknown' : usd.toFixed(4) + (unpriced > 0 ? '+' : ''),
  ])
  const unpriced = costs.reduce((sum, cost) => sum + cost.unpriced, 0)
  const usd = costs.reduce((sum, cost) => sum + cost.usd, 0)
  const widths = heads.map((head, column) =>
    Math.max(...[[...heads], ...rows].map(row => terminalColumns(row[column] ?? head))),
  )
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - terminalColumns(cell))
        return column < texts ? cell + space : space + cell
      })
      .join('  ')
      .trimEnd()
  const unknown = unpriced === 0 ? '' : `, without ${formatCount(unpriced, 'call')} of unknown price`
  return `${paint('bold', line(heads))}\n${rows.map(row => `${line(row)}\n`).join('')}in all ${usd.toFixed(4)} USD${unknown}\n`
}
