import { type Event, trustOf } from '../ir/event.ts'
import type { Trust } from '../ir/trust.ts'
import type { Session } from '../session/session.ts'

/** The user's last message. */
export interface LastUser {
  /** Its texts, one to a line; '' where it has none. */
  readonly text: string
  readonly trust: Trust
}

/** The user's last message; null before there is one. Results in the user's name and summaries are no messages. */
export function lastUserOf(session: Session): LastUser | null {
  const { rows } = session.units
  for (let unit = rows.length - 1; unit >= 0; unit--) {
    if (rows.ownKindOf(unit) !== 'user' || rows.isRewound(unit)) continue
    const event = session.event(rows.seqOf(unit))
    if (!isMessage(event)) continue
    const texts = event.parts.flatMap(part => (part.kind === 'text' ? part.text : []))
    return { text: texts.join('\n'), trust: trustOf(event) }
  }
  return null
}

function isMessage(event: Event): boolean {
  if (event.author !== 'user' || event.actions?.compaction) return false
  return event.parts.some(({ kind }) => kind === 'text' || kind === 'file' || kind === 'data')
}
