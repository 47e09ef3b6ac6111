import type { LedgerRow, Reason } from '../map/ledger.ts'

/** Ledger rows that have the same outcome for the same reason. They are reported as one entry. */
export type RowGroup = readonly [LedgerRow, ...LedgerRow[]]

/**
 * Reasons why a unit cannot be shown in any case. Such units are scattered over the history, so each of these reasons
 * forms a single group.
 */
const strewn: ReadonlySet<Reason> = new Set<Reason>([
  'empty',
  'orphan-result',
  'with-its-call',
  'stored-twice',
  'nothing-to-show',
])

/**
 * Groups the ledger rows of dropped units by reason. A group ends only at a unit that was kept, so there are few
 * groups.
 */
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
