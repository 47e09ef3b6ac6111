import type { LedgerRow, Reason } from '../map/ledger.ts'

/** Ledger rows of one fate and reason that are told as one. */
export type RowGroup = readonly [LedgerRow, ...LedgerRow[]]

/** Reasons for units that never could be shown: scattered over the history, and grouped together. */
const strewn: ReadonlySet<Reason> = new Set<Reason>(['empty', 'orphan-result', 'nothing-to-show'])

/** Joins the rows of what was left out, so that a person sees few: a run ends only where something was kept. */
export function groupOmitted(rows: readonly LedgerRow[]): RowGroup[] {
  const groups: [LedgerRow, ...LedgerRow[]][] = []
  const open = new Map<string, [LedgerRow, ...LedgerRow[]]>()
  const whole = new Map<Reason, [LedgerRow, ...LedgerRow[]]>()
  for (const row of rows) {
    if (row.fate === 'kept') {
      open.clear()
      continue
    }
    const kind = `${row.fate} ${row.reason}`
    const group = strewn.has(row.reason) ? whole.get(row.reason) : open.get(kind)
    if (group) {
      group.push(row)
      continue
    }
    const fresh: [LedgerRow] = [row]
    if (strewn.has(row.reason)) whole.set(row.reason, fresh)
    else {
      open.set(kind, fresh)
      groups.push(fresh)
    }
  }
  return [...groups, ...whole.values()]
}
