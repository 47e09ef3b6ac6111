import type { Event } from '../../ir/event.ts'
import type { SessionView } from '../../session/unit/session-view.ts'

/** Last answers of sessions, which several reports of one compile read. */
const known = new WeakMap<SessionView, readonly Event[]>()

/** Returns the events of the session's last answer before an event; an empty list if there is none. */
export function lastAnswer(session: SessionView, before = session.length): readonly Event[] {
  if (before !== session.length) return findLastAnswer(session, before)
  let answer = known.get(session)
  if (answer === undefined) {
    answer = findLastAnswer(session, before)
    known.set(session, answer)
  }
  return answer
}

function findLastAnswer(session: SessionView, before: number): readonly Event[] {
  const { rows } = session.units
  let unit = rows.length - 1
  while (unit >= 0 && (rows.ownKindOf(unit) !== 'model' || rows.seqOf(unit) >= before)) unit--
  return unit < 0 ? [] : rows.seqsOf(unit).map(seq => session.event(seq))
}

/**
 * A diagnostic repeats only short identifiers of a provider's report, because a session may come from an untrusted
 * source.
 */
export const isReason = (text: string): boolean => /^[a-z_]{1,60}$/.test(text)
