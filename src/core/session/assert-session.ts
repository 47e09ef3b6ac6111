import { describe } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import { isObject } from '../ir/json.ts'
import { Session } from './session.ts'

/**
 * Whether a value looks like the output of a session's `toJSON`. It is then a stored session that the program did not
 * restore.
 */
export const isStoredSession = (value: unknown): boolean =>
  isObject(value) && !(value instanceof Session) && Array.isArray(value.events)

/** Rejects a value that is not a session; `taker` is the name of the function that needs the session. */
export function assertSession(session: unknown, taker: string): asserts session is Session {
  if (session instanceof Session) return
  const advice = isStoredSession(session)
    ? 'restoreSession(json) reads it'
    : Array.isArray(session)
      ? 'createSession({ events }) makes one of events, and an importer such as fromOpenAI(messages) reads messages'
      : session instanceof Promise
        ? 'await it'
        : 'createSession({ events }) makes one'
  const got = isStoredSession(session)
    ? 'the JSON of one'
    : Array.isArray(session)
      ? 'a list'
      : describe(session)
  throw Path.named(taker).wrong(`must be given a session, got ${got}`, { help: advice })
}
