import type { Event } from '../../ir/event.ts'
import type { Protection } from '../../ir/protection.ts'
import { hasGuard } from '../../protect/protection.ts'
import type { Session } from '../../session/session.ts'
import { withoutNumbers } from '../for-key.ts'
import { textOfEvent } from '../memory-turn.ts'

/** Returns a session in which the values that `protect` names are placeholders. */
export function protectedBy(session: Session, protect: readonly Protection[]): Pick<Session, 'event'> {
  const guards = protect.filter(hasGuard)
  return guards[0]?.guard(guards).protect(session, () => true) ?? session
}

/** Returns the text of an event as other sessions may read it. */
export const sharedText = (event: Event): string => withoutNumbers(textOfEvent(event))
