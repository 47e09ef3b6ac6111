import { isObject } from '../ir/json.ts'
import { Session } from './session.ts'

/** Whether a value is what `toJSON` of a session gives: a session that was stored, and not read back. */
export const isStoredSession = (value: unknown): boolean =>
  isObject(value) && !(value instanceof Session) && Array.isArray(value.events)

/** Rejects what is no session, where a function of this name takes one. */
export function assertSession(session: unknown, taker: string): asserts session is Session {
  if (session instanceof Session) return
  if (isStoredSession(session))
    throw new TypeError(
      `${taker} takes a session, and this is plain JSON of one: restoreSession(json) reads it`,
    )
  if (Array.isArray(session))
    throw new TypeError(
      `${taker} takes a session, not a list: createSession({ events }) makes one, importers read messages`,
    )
  throw new TypeError(`${taker} takes a session: createSession makes one`)
}
