import { lowest, type Trust } from '../ir/trust.ts'
import { trustOf } from '../session/event.ts'
import type { Session } from '../session/session.ts'

/** The lowest trust of those who wrote these keys last. What a session began with is the developer's. */
export function trustOfKeys(session: Session, keys: Iterable<string>): Trust {
  const wanted = new Set(keys)
  let trust: Trust = 'developer'
  for (let seq = session.length - 1; seq >= 0 && wanted.size > 0; seq--) {
    const event = session.event(seq)
    for (const key of Object.keys(event.actions?.state?.set ?? {}))
      if (wanted.delete(key)) trust = lowest(trust, trustOf(event))
  }
  return trust
}
