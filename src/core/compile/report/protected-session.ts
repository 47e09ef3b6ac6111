import type { Session } from '../../session/session.ts'
import type { Compiled } from '../contract/result.ts'

/** Protected forms of sessions, by the result that was compiled from them. */
const sessions = new WeakMap<object, Session>()

/** Takes note of the protected session that a result was compiled from, and returns the result. */
export function noteProtected(result: Compiled, session: Session): Compiled {
  sessions.set(result, session)
  return result
}

/** Returns the protected session that a result was compiled from; undefined if nothing was protected. */
export const protectedSessionOf = (result: object): Session | undefined => sessions.get(result)
