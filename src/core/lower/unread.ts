import type { FindingNote } from '../diag/collect.ts'
import { fieldsUnread } from '../diag/importing.ts'
import type { SessionView } from '../session/unit/session-view.ts'

/** Returns a note for each message field that no importer read into the events of a conversation unit. */
export function unreadNotes(session: SessionView, ordinal: number): readonly FindingNote[] {
  const notes: FindingNote[] = []
  for (const seq of session.units.rows.seqsOf(ordinal))
    for (const at of session.unreadAt(seq)) notes.push({ kind: 'CX3017', say: fieldsUnread, at })
  return notes
}
