import type { Session } from '../../session/session.ts'
import type { Compiled } from '../contract/result.ts'

/** Sessions with protected values replaced, by the compile result that was made from each. */
const sessions = new WeakMap<object, Session>()

/** Records the protected session from which a result was compiled; returns the result. */
export function noteProtected(result: Compiled, session: Session): Compiled {
  sessions.set(result, session)
  return result
}

/** Returns the protected session from which a result was compiled; undefined if nothing was protected. */
export const protectedSessionOf = (result: object): Session | undefined => sessions.get(result)
