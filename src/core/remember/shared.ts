import type { Event } from '../ir/event.ts'
import type { JsonValue } from '../ir/json.ts'
import type { Protection } from '../ir/protection.ts'
import { lensOf, waitsForDetectors } from '../protect/lens/lens-of.ts'
import { uncheckedText } from '../protect/session/change.ts'
import type { Session } from '../session/session.ts'
import { mapTexts } from '../text/map-texts.ts'
import { textOfEvent } from './memory-turn.ts'

/** Placeholder of a protected value; its number has no meaning in another session. `d` is of a value outside the events. */
const numbered = /\[secret:([\w-]+):d?\d+\]/g

/** Returns a text in which placeholders have no number, because numbers have a meaning only in one session. */
const withoutNumbers = (text: string): string => text.replace(numbered, '[secret:$1]')

/** Returns a value as it is stored under a key. If other sessions read the key, placeholders have no number. */
export const valueForKey = (key: string, value: JsonValue): JsonValue =>
  key.startsWith('user:') || key.startsWith('app:') ? mapTexts(value, withoutNumbers) : value

/** Returns a session in which values that match `protect` are replaced with placeholders. */
export const protectedSession = (session: Session, protect: readonly Protection[]): Pick<Session, 'event'> =>
  lensOf(protect, session, () => true).session

/** Whether a text was not shown, because async detectors have not checked it. */
export const isWithheld = (text: string): boolean => text.includes(uncheckedText)

/** Whether a protection has async detectors, so that a new text cannot be protected at once. */
export const areLate = (protect: readonly Protection[]): boolean => protect.some(waitsForDetectors)

/** Returns the text of an event in the form that other sessions may read. */
export const sharedText = (event: Event): string => withoutNumbers(textOfEvent(event))
