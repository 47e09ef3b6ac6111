import { trustOfEvent } from '../../ir/event.ts'
import { type Origin, valueOrigin } from '../../ir/origin.ts'
import type { Trust } from '../../ir/trust.ts'
import type { Session } from '../../session/session.ts'
import type { KeyRead } from '../definition/source.ts'

/** Returns the declaration that a source reads the whole value of a key and not a field inside it. */
export const keyReadOf = (key: string, use: KeyRead['use'], optional: boolean): KeyRead => ({
  key,
  reference: key,
  path: [],
  use,
  optional,
})

/** Returns the trust of a value of the state. A session's initial values have the developer's trust. */
export function trustIn(session: Session, key: string): Trust {
  const { seq } = session.keys.get(key) ?? { seq: -1 }
  return seq < 0 ? 'developer' : trustOfEvent(session.event(seq))
}

/** Returns the origin of a value of the state. */
export const originIn = (session: Session, key: string): Origin =>
  valueOrigin(key, session.keys.get(key)?.seq ?? -1)
