import type { JsonValue } from '../ir/json.ts'
import { mapTexts } from '../text/map-texts.ts'

/** Placeholder of a value: its number means nothing in another session. */
const numbered = /\[secret:([\w-]+):\d+\]/g

/** Returns a text in which placeholders have no numbers of a session. */
export const withoutNumbers = (text: string): string => text.replace(numbered, '[secret:$1]')

/** Returns a value as a key keeps it: what other sessions read has no placeholders of this one. */
export const forKey = (key: string, value: JsonValue): JsonValue =>
  key.startsWith('user:') || key.startsWith('app:') ? mapTexts(value, withoutNumbers) : value
