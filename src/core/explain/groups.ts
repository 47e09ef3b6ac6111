import type { LedgerRow, Reason } from '../map/ledger.ts'

/** Ledger rows with one fate and one reason, which are reported as one entry. */
export type RowGroup = readonly [LedgerRow, ...LedgerRow[]]

/**
 * Reasons of units that could never be shown. Such units are scattered over the history, so each reason forms one
 * group.
 */
const strewn: ReadonlySet<Reason> = new Set<Reason>([
  'empty',
  'orphan-result',
  'with-its-call',
  'stored-twice',
  'nothing-to-show',
])

/** Groups the ledger rows of dropped units by reason. A group ends only at a kept unit, so groups are few. */
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
