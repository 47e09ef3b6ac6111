import { trustOfEvent } from '../ir/event.ts'
import { lowerTrust, type Trust } from '../ir/trust.ts'
import type { Session } from '../session/session.ts'

/** Returns the lowest trust among the last writers of these keys. Initial values have the developer's trust. */
export function trustOfKeys(session: Session, keys: Iterable<string>): Trust {
  const { keys: kept } = session
  let trust: Trust = 'developer'
  for (const key of keys) {
    const { seq } = kept.get(key) ?? { seq: -1 }
    if (seq >= 0) trust = lowerTrust(trust, trustOfEvent(session.event(seq)))
  }
  return trust
}
