import type { Conversation } from '../from/conversation.ts'
import type { Event } from '../session/event.ts'
import { scanEvent } from '../session/events.ts'
import type { Session } from '../session/session.ts'

/** A conversation as it was last seen. */
interface Thread {
  readonly messages: readonly object[]
  readonly leading: number
  readonly session: Session
}

/**
 * Conversations that come again and again, each time with more behind what was there. One is known by the very messages
 * that it begins with, every one of them, so that none is ever taken for another; what is not known is read anew. A
 * conversation is forgotten with its first message.
 */
export class Threads {
  private readonly latest = new WeakMap<object, Thread>()

  /**
   * The session of a conversation that was read from these messages: one that shares its beginning with what was known
   * of it. `from` is the place of the first message that is the conversation's own, and not all conversations'.
   */
  session({ session, leading }: Conversation, messages: readonly object[], from = 0): Session {
    const first = messages[from]
    if (first === undefined) return session
    const known = this.latest.get(first)
    const grown =
      known !== undefined && known.leading === leading && begins(messages, known.messages)
        ? continued(known.session, session)
        : session
    this.latest.set(first, { messages: [...messages], leading, session: grown })
    return grown
  }
}

/** Whether a list begins with the very elements of another. */
const begins = (list: readonly object[], beginning: readonly object[]): boolean =>
  beginning.length <= list.length && beginning.every((element, place) => list[place] === element)

/** A session with what another has beyond it. Holds those events alone, not the other session and all its messages. */
function continued(known: Session, longer: Session): Session {
  if (longer.length === known.length) return known
  const fresh: Event[] = []
  for (let seq = known.length; seq < longer.length; seq++) fresh.push(longer.event(seq))
  return known.extend({
    length: fresh.length,
    event: index => fresh[index] as Event,
    scan: (index, sink) => scanEvent(fresh[index] as Event, sink),
  })
}
