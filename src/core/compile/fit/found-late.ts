import type { SessionView } from '../../session/unit/session-view.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import { rewritesOf } from './rewrites-of.ts'

/** Whether a model answered after event `after` and not later than event `upTo`. */
function hasAnswerBetween(rows: UnitTable, after: number, upTo: number): boolean {
  for (let unit = rows.firstFrom(after + 1); unit < rows.length && rows.seqOf(unit) <= upTo; unit++)
    if (rows.ownKindOf(unit) === 'model') return true
  return false
}

/**
 * Returns the first event whose reasoning is still valid after protected values were found late; 0 if all reasoning is
 * valid. Earlier reasoning may refer to words that were later replaced. The request that recorded the found values was
 * the first without these words.
 */
export const reasoningAfterFinds = (session: SessionView): number =>
  rewritesOf(session).reduce(
    (place, { at, from }) => (at >= place && hasAnswerBetween(session.units.rows, from, at) ? at + 1 : place),
    0,
  )
