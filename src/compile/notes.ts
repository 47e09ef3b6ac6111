import { historyTrimmed } from '../diag/budget.ts'
import type { Findings } from '../diag/collect.ts'
import { emptyMessage, resultWithoutCall } from '../diag/history.ts'
import type { Session } from '../session/session.ts'
import type { UnitRows } from '../session/unit-rows.ts'
import type { History } from './history.ts'

/** Says what became of the history: what the kept units needed, what was left out. */
export function noteHistory(
  findings: Findings,
  session: Session,
  history: History,
  left: number | null,
): void {
  const { rows } = session.units
  const { start, before, floor } = history
  for (const fragment of history.sent) {
    // Where something was there and could not be sent, its own note says so.
    const vanished = fragment.messages.length === 0
    const empty = vanished && (rows.isEmpty(fragment.ordinal) || fragment.notes.length === 0)
    for (const note of fragment.notes) if (!empty || note.kind !== 'CX3009') findings.note(note)
    if (empty) findings.note({ kind: 'CX3005', say: emptyMessage, at: `e:${rows.seqOf(fragment.ordinal)}` })
  }
  for (let ordinal = start; ordinal < rows.length; ordinal = rows.after(ordinal)) {
    const kind = rows.kindOf(ordinal)
    if (!rows.isHidden(ordinal) || kind === 'summary') continue
    const orphan = kind === 'orphan'
    const at = `e:${rows.seqOf(ordinal)}`
    findings.note(
      orphan ? { kind: 'CX3002', say: resultWithoutCall, at } : { kind: 'CX3005', say: emptyMessage, at },
    )
  }
  // Where a compaction goes along, the history begins with it, and what is before is not left out but covered.
  if (floor !== null || start === 0 || left === null) return
  const dropped: string[] = []
  for (let ordinal = start - 1; ordinal >= 0 && dropped.length < 5; ordinal = rows.before(ordinal)) {
    if (!before.has(ordinal) && !rows.isHidden(ordinal)) dropped.push(`e:${rows.seqOf(ordinal)}`)
  }
  const units = shownBefore(rows, start) - before.size
  if (units > 0) findings.say(historyTrimmed({ units, at: dropped, begins: `e:${rows.seqOf(start)}`, left }))
}

/** How many units before a place can be shown: all that can be, without those after it. */
function shownBefore(rows: UnitRows, end: number): number {
  let shown = rows.length - rows.hidden
  for (let ordinal = end; ordinal < rows.length; ordinal = rows.after(ordinal))
    if (!rows.isHidden(ordinal)) shown--
  return shown
}
