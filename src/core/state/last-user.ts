import { branchConversation } from '../ir/call-branch.ts'
import { type Event, trustOfEvent } from '../ir/event.ts'
import type { Trust } from '../ir/trust.ts'
import type { Session } from '../session/session.ts'

/** Last message of the user. */
export interface LastUser {
  /** Texts of the message, joined by line breaks; '' if it has no text. */
  readonly text: string
  readonly trust: Trust
}

/**
 * Returns the user's last message; null if there is none. Tool results and summaries with the author `user` are not
 * messages.
 */
export function lastUserMessage(session: Session): LastUser | null {
  const { rows } = session.units
  for (let unit = rows.length - 1; unit >= 0; unit--) {
    if (rows.ownKindOf(unit) !== 'user' || rows.isRewound(unit)) continue
    if (branchConversation(rows.branchOf(unit)) !== '') continue
    const event = session.event(rows.seqOf(unit))
    if (!isSpokenByUser(event)) continue
    const texts = event.parts.flatMap(part => (part.kind === 'text' ? part.text : []))
    return { text: texts.join('\n'), trust: trustOfEvent(event) }
  }
  return null
}

function isSpokenByUser(event: Event): boolean {
  if (event.author !== 'user' || event.actions?.compaction) return false
  return event.parts.some(({ kind }) => kind === 'text' || kind === 'file' || kind === 'data')
}
