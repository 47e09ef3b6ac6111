import type { Part } from '../../ir/part.ts'
import { isPausedAnswer } from '../../ir/provider-call.ts'
import type { Session } from '../../session/session.ts'
import { returnedResultOf } from '../../session/unit/returned-result.ts'
import type { SessionView } from '../../session/unit/session-view.ts'

/**
 * Whether an answer ends its agent's turn: it has no calls, its provider did not pause it, and no runner rejected it; or
 * the result of one of its calls is the answer.
 */
export function endsTurn(session: Session, unit: number): boolean {
  const { rows, runMarks } = session.units
  if (rows.callsOf(unit).length > 0) return returnedResultOf(session.units, unit) !== null
  if (runMarks.rejected.size > 0 && rows.seqsOf(unit).some(seq => runMarks.rejected.has(seq))) return false
  // A turn can pause only at a provider-specific item. Most sessions have none. The check then creates no event
  // objects.
  return rows.opaque.length === 0 || setsKey(session, unit) || !isPausedAnswer(unitParts(session, unit))
}

/** Whether an answer was stored under a state key. Only the last answer of a turn is stored. */
function setsKey(session: SessionView, unit: number): boolean {
  const { rows } = session.units
  return rows.spansOf(unit).some(index => {
    const { actions } = session.event(rows.spans.spanAtIndex(index).seq)
    return Object.keys(actions?.state?.set ?? {}).length > 0
  })
}

/** Yields the parts of a unit, in order. */
export function* unitParts(session: SessionView, unit: number): Generator<Part> {
  const { rows } = session.units
  for (const index of rows.spansOf(unit)) {
    const { seq, from, to } = rows.spans.spanAtIndex(index)
    yield* session.event(seq).parts.slice(from, to)
  }
}
