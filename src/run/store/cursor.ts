import { isText } from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import { isObject } from '../../core/ir/json.ts'
import { type Owner, ownerText } from '../../core/session/owner.ts'
import { parseJson } from '../../core/text/json.ts'

/** Page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null
}

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
  throw unknownCursor()
}

/** Returns the cursor of a list of owners, whose last owner is given. */
export const ownerCursorText = (owner: Owner): string => cursorText({ time: 0, id: ownerText(owner) })

/** Reads the last owner of the page before. Throws a TypeError for a text that is no cursor of a list of owners. */
export function readOwnerCursor(text: string): Owner {
  const names = parseJson(readCursor(text).id)
  const [app, user] = Array.isArray(names) ? (names as readonly unknown[]) : []
  if (!isText(app) || !(user === undefined || isText(user))) throw unknownCursor()
  return { app, ...(user !== undefined && { user }) }
}

const unknownCursor = (): TypeError =>
  Path.named('after').wrong('must be the `next` of an earlier page, got another text')
