import { trustOf } from '../ir/event.ts'
import { lowest, type Trust } from '../ir/trust.ts'
import type { Session } from '../session/session.ts'

/** The lowest trust of those who wrote these keys last. What a session began with is the developer's. */
export function trustOfKeys(session: Session, keys: Iterable<string>): Trust {
  const { keys: kept } = session
  let trust: Trust = 'developer'
  for (const key of keys) {
    const { seq } = kept.get(key) ?? { seq: -1 }
    if (seq >= 0) trust = lowest(trust, trustOf(session.event(seq)))
  }
  return trust
}
