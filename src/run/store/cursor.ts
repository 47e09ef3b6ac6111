import { isObject } from '../../core/ir/json.ts'
import { parseJson } from '../../core/text/json.ts'

/** Place in a list: the time of the last change of a session, and its identity. */
export interface Cursor {
  readonly time: number
  readonly id: string
}

/** Returns a cursor as text for a caller. */
export const cursorText = ({ time, id }: Cursor): string => JSON.stringify({ time, id })

/** Returns the cursor of a text. Throws a TypeError for any other text. */
export function readCursor(text: string): Cursor {
  const cursor = parseJson(text)
  if (isObject(cursor) && typeof cursor.time === 'number' && typeof cursor.id === 'string')
    return { time: cursor.time, id: cursor.id }
  throw new TypeError('after must be the `next` of an earlier page, got another text')
}
