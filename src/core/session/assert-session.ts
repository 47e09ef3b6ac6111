import { describe } from '../form/describe.ts'
import { isObject } from '../ir/json.ts'
import { Session } from './session.ts'

/** Whether a value looks like the output of a session's `toJSON`: a stored session that was not restored. */
export const isStoredSession = (value: unknown): boolean =>
  isObject(value) && !(value instanceof Session) && Array.isArray(value.events)

/** Rejects a value that is not a session; `taker` is the function that needs one. */
export function assertSession(session: unknown, taker: string): asserts session is Session {
  if (session instanceof Session) return
  if (isStoredSession(session))
    throw new TypeError(
      `${taker} must be given a session, got the JSON of one: restoreSession(json) reads it`,
    )
  if (Array.isArray(session))
    throw new TypeError(
      `${taker} must be given a session, got a list: createSession({ events }) makes one of events, and an importer such as fromOpenAI(messages) reads messages`,
    )
  throw new TypeError(
    `${taker} must be given a session, got ${describe(session)}: ${session instanceof Promise ? 'await it' : 'createSession({ events }) makes one'}`,
  )
}
