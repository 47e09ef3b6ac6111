import type { SessionView } from '../../session/unit/session-view.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import { rewritesOf } from './rewrites-of.ts'

/** Whether a model answered after the event `after` and up to the event `upTo`. */
function isAnswered(rows: UnitTable, after: number, upTo: number): boolean {
  for (let unit = rows.firstFrom(after + 1); unit < rows.length && rows.seqOf(unit) <= upTo; unit++)
    if (rows.ownKindOf(unit) === 'model') return true
  return false
}

/**
 * Returns the first event whose reasoning is still valid after late finds; 0 if all is. Earlier reasoning may refer to
 * words that a find replaced later. The request that recorded the find was the first one without these words.
 */
export const reasoningAfterFinds = (session: SessionView): number =>
  rewritesOf(session).reduce(
    (place, { at, from }) => (at >= place && isAnswered(session.units.rows, from, at) ? at + 1 : place),
    0,
  )
