import type { Note } from '../diag/collect.ts'
import { fieldsUnread } from '../diag/importing.ts'
import type { Seen } from '../session/unit/read-session.ts'

/** Returns a note for each place of a unit's messages that its events do not hold. */
export function unreadOf(session: Seen, ordinal: number): readonly Note[] {
  const { rows } = session.units
  return rows
    .seqsOf(ordinal)
    .flatMap(seq => session.unreadAt(seq).map((at): Note => ({ kind: 'CX3017', say: fieldsUnread, at })))
}
