import { Path } from '../../core/form/path.ts'
import { isObject } from '../../core/ir/json.ts'
import { parseJson } from '../../core/text/json.ts'

/** Position in a list of sessions: the time at which a session last changed, and the session's identity. */
export interface Cursor {
  readonly time: number
  readonly id: string
}

/** Returns a cursor in the text form that callers get. */
export const cursorText = ({ time, id }: Cursor): string => JSON.stringify({ time, id })

/** Reads a cursor from its text form. Throws a TypeError for any other text. */
export function readCursor(text: string): Cursor {
  const cursor = parseJson(text)
  if (isObject(cursor) && typeof cursor.time === 'number' && typeof cursor.id === 'string')
    return { time: cursor.time, id: cursor.id }
  throw Path.named('after').wrong('must be the `next` of an earlier page, got another text')
}
