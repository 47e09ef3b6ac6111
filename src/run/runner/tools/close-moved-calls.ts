import type { ToolCallPart } from '../../../core/ir/call.ts'
import type { EventInput } from '../../../core/ir/event.ts'
import type { Session } from '../../../core/session/session.ts'
import { failedOutcome, resultEvent } from './tool-result.ts'

/**
 * Returns results for the calls that are open in a copied or rewound session. Running calls belong to the original or
 * have already run, so they are not run again. A waiting call is denied.
 */
export function resultsForMovedCalls(session: Session, why: string): readonly EventInput[] {
  const { rows, runMarks } = session.units
  return session.units.answerableUnits().flatMap(unit =>
    rows.callsOf(unit).flatMap(index => {
      const { seq, part, answer } = rows.call(index)
      if (answer !== null) return []
      const isWaiting = runMarks.marksOfCall(`${seq}.${part}`).at(-1)?.kind === 'waits'
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

/** Returns the result text for calls that are open in a copied session. */
export const movedCallReason = (id: string): string => `it belongs to the session '${id}'`
