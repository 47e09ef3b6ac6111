import type { Event } from '../ir/event.ts'
import type { JsonValue } from '../ir/json.ts'
import type { Protection } from '../ir/protection.ts'
import { lensOf } from '../protect/lens/lens-of.ts'
import type { Session } from '../session/session.ts'
import { mapTexts } from '../text/map-texts.ts'
import { textOfEvent } from './memory-turn.ts'

/** Placeholder of a value: its number means nothing in another session. */
const numbered = /\[secret:([\w-]+):\d+\]/g

/** Returns a text in which placeholders have no numbers of a session. */
const withoutNumbers = (text: string): string => text.replace(numbered, '[secret:$1]')

/** Returns a value as a key keeps it: other sessions read shared keys, so placeholders in them have no numbers. */
export const forKey = (key: string, value: JsonValue): JsonValue =>
  key.startsWith('user:') || key.startsWith('app:') ? mapTexts(value, withoutNumbers) : value

/** Returns a session in which the values that `protect` names are placeholders. */
export const protectedSession = (session: Session, protect: readonly Protection[]): Pick<Session, 'event'> =>
  lensOf(protect, session, () => true).session

/** Returns the text of an event as other sessions may read it. */
export const sharedText = (event: Event): string => withoutNumbers(textOfEvent(event))
