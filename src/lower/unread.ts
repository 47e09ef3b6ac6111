import type { Note } from '../diag/collect.ts'
import { fieldsUnread } from '../diag/importing.ts'
import type { Seen } from '../session/seen.ts'

/** Returns a note for each place of a unit's messages that its events do not hold. */
export function unreadOf(session: Seen, ordinal: number): readonly Note[] {
  const { spans } = session.units.rows.unit(ordinal)
  return spans.flatMap(({ seq }, index) =>
    spans[index - 1]?.seq === seq
      ? []
      : session.unreadAt(seq).map((at): Note => ({ kind: 'CX3017', say: fieldsUnread, at })),
  )
}
