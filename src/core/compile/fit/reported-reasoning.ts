import type { SessionView } from '../../session/unit/session-view.ts'
import rows from './reported-reasoning.json' with { type: 'json' }

const reasons: Readonly<Record<string, { readonly ends: boolean }>> = rows.reasons

/**
 * Returns the first event whose reasoning is still valid after the agent's providers reported that they did not use
 * earlier reasoning, and will never use it again; 0 if all reasoning may be valid. Reads the reports from `since` on.
 */
export function reasoningAfterReports({ units, length }: SessionView, since: number): number {
  const { reports } = units.rows
  for (let index = reports.length - 1; index >= 0; index--) {
    const { seq, dropped } = reports[index] as (typeof reports)[number]
    if (seq < since) break
    if (seq >= length) continue
    const isFinal = dropped.some(
      ({ reason, used }) => used !== true && Object.hasOwn(reasons, reason) && reasons[reason]?.ends,
    )
    // The report is in the last event of the answer.
    const unit = isFinal ? units.rows.firstFrom(seq + 1) - 1 : -1
    if (unit >= 0 && !units.isForeign(unit)) return units.rows.seqOf(unit)
  }
  return 0
}
