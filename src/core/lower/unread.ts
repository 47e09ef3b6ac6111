import type { FindingNote } from '../diag/collect.ts'
import { fieldsUnread } from '../diag/importing.ts'
import type { SessionView } from '../session/unit/session-view.ts'

/** Returns a note for each message field that no importer read into the events of a conversation unit. */
export function unreadNotes(session: SessionView, ordinal: number): readonly FindingNote[] {
  const { rows } = session.units
  return rows
    .seqsOf(ordinal)
    .flatMap(seq =>
      session.unreadAt(seq).map((at): FindingNote => ({ kind: 'CX3017', say: fieldsUnread, at })),
    )
}
