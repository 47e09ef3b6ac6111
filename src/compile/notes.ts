import { historyTrimmed } from '../diag/budget.ts'
import type { Findings } from '../diag/collect.ts'
import { emptyMessage, resultWithoutCall } from '../diag/history.ts'
import type { Session } from '../session/session.ts'
import type { History } from './history.ts'

/** Says what became of the history: what the kept units needed, what was left out. */
export function noteHistory(
  findings: Findings,
  session: Session,
  history: History,
  left: number | null,
): void {
  const { rows } = session.units
  for (const fragment of history.fragments) {
    // Where something was there and could not be sent, its own note says so.
    const vanished = fragment.messages.length === 0
    const empty = vanished && (rows.isEmpty(fragment.ordinal) || fragment.notes.length === 0)
    for (const note of fragment.notes) if (!empty || note.kind !== 'CX3009') findings.note(note)
    if (empty) findings.note({ kind: 'CX3005', say: emptyMessage, at: `e:${rows.seqOf(fragment.ordinal)}` })
  }
  const { next, kept } = history.selection
  const oldest = next === null ? (history.floor ?? 0) : next.ordinal + 1
  for (let ordinal = oldest; ordinal < rows.length; ordinal++) {
    if (!rows.isHidden(ordinal)) continue
    const orphan = rows.kindOf(ordinal) === 'orphan'
    const at = `e:${rows.seqOf(ordinal)}`
    findings.note(
      orphan ? { kind: 'CX3002', say: resultWithoutCall, at } : { kind: 'CX3005', say: emptyMessage, at },
    )
  }
  if (next === null || left === null) return
  const dropped: string[] = []
  for (let ordinal = next.ordinal; ordinal >= coveredBefore(history) && dropped.length < 5; ordinal--) {
    if (kept.has(ordinal) || rows.isHidden(ordinal)) continue
    dropped.push(`e:${rows.seqOf(ordinal)}`)
  }
  findings.say(
    historyTrimmed({
      units: droppedUnits(session, history, next.ordinal),
      at: dropped,
      next: { unit: `e:${rows.seqOf(next.ordinal)}`, max: next.max },
      left,
    }),
  )
}

/** Units before this one are covered by a provider's own compaction, if that was sent. */
const coveredBefore = ({ selection, floor }: History): number =>
  floor !== null && selection.kept.has(floor) ? floor : 0

/** How many units were left out, from what is known of all: those before are not walked. */
function droppedUnits(session: Session, history: History, next: number): number {
  const { rows } = session.units
  const covered = coveredBefore(history)
  let shown = rows.length - rows.hidden
  for (let ordinal = next + 1; ordinal < rows.length; ordinal++) if (!rows.isHidden(ordinal)) shown--
  for (let ordinal = 0; ordinal < covered; ordinal++) if (!rows.isHidden(ordinal)) shown--
  for (const ordinal of history.selection.kept) if (ordinal <= next && ordinal >= covered) shown--
  return shown
}
