import type { ToolCallPart } from '../../../core/ir/call.ts'
import type { EventInput } from '../../../core/ir/event.ts'
import type { Session } from '../../../core/session/session.ts'
import { failedOutcome, resultEvent } from './tool-result.ts'

/**
 * Returns results for the open calls of a copied or rewound session, whose work is done elsewhere or has already been
 * done. A waiting call is denied.
 */
export function closeMovedCalls(session: Session, why: string): readonly EventInput[] {
  const { rows, runMarks } = session.units
  return session.units.answerableUnits().flatMap(unit =>
    rows.callsOf(unit).flatMap(index => {
      const { seq, part, answer } = rows.call(index)
      if (answer !== null) return []
      const isWaiting = runMarks.of(`${seq}.${part}`).at(-1)?.kind === 'waits'
      const call = session.event(seq).parts[part] as ToolCallPart
      return [
        resultEvent(
          call,
          rows.branchOf(unit),
          failedOutcome(isWaiting ? `the call was denied: ${why}` : why),
        ),
      ]
    }),
  )
}

/** Returns the reason for the open calls of a copied session. */
export const movedCallReason = (id: string): string => `it belongs to the session '${id}'`
