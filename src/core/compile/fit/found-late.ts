import type { SessionView } from '../../session/unit/session-view.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import { rewritesOf } from './rewrites-of.ts'

/** Whether a model answered after an event, and not after another one. */
function isAnswered(rows: UnitTable, after: number, upTo: number): boolean {
  for (let unit = rows.firstFrom(after + 1); unit < rows.length && rows.seqOf(unit) <= upTo; unit++)
    if (rows.ownKindOf(unit) === 'model') return true
  return false
}

/**
 * Returns the event before which reasoning may have been made of words that a late find changed, 0 for none. The request with
 * the find in its history was the first that held them otherwise.
 */
export const reasoningAfterFinds = (session: SessionView): number =>
  rewritesOf(session).reduce(
    (place, { at, from }) => (at >= place && isAnswered(session.units.rows, from, at) ? at + 1 : place),
    0,
  )
