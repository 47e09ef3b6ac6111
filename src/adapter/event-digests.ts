import { isObject } from '../ir/json.ts'
import type { Session } from '../session/session.ts'
import { digest } from '../text/digest.ts'

/** Digests that identify the beginning of a session. */
export interface EventDigest {
  /** No other beginning has it, whichever models its answers are taken to be of. */
  readonly content: string
  /** Tells which models they are taken to be of: an importer may name the one that is called now. */
  readonly makers: string
  /** Tells which ids the server's items have: a framework may drop them between two calls. */
  readonly ids: string
}

/** For each length of a session's beginning its mark; ends before what no mark can tell. */
export function marksOf(session: Session): EventDigest[] {
  const marks: EventDigest[] = []
  let content = ''
  let makers = ''
  let ids = ''
  for (let seq = 0; seq < session.length; seq++) {
    const made: unknown[] = []
    const named: unknown[] = []
    const words = contentJson(session.event(seq), made, named)
    if (words === null) break
    content = digest(`${content}${words}`)
    if (made.length > 0) makers = digest(`${makers}${seq} ${JSON.stringify(made)}`)
    if (named.length > 0) ids = digest(`${ids}${seq} ${JSON.stringify(named)}`)
    marks.push({ content, makers, ids })
  }
  return marks
}

/** Objects whose fields are all that they hold. */
const open = /^\[object (Object|Array|(Ui|I)nt\d+(Clamped)?Array)\]$/

/**
 * Returns all that a value says as JSON, or null where JSON would hide some of it. Makers of its parts and ids of the
 * server's items go into lists of their own where those are given.
 */
export function contentJson(value: unknown, makers?: unknown[], ids?: unknown[]): string | null {
  function telling(this: unknown, key: string, held: unknown): unknown {
    if (typeof held === 'object' && held !== null && !open.test(Object.prototype.toString.call(held)))
      throw new TypeError('JSON would hide what this object holds')
    if (ids !== undefined && key === 'extra' && isNamedItem(held)) {
      const { id, ...fields } = held.fields
      ids.push(id)
      return Object.keys(fields).length > 0 ? { ...held, fields } : undefined
    }
    if (makers === undefined || key !== 'model' || !isPart(this)) return held
    makers.push(held)
    return undefined
  }
  try {
    return JSON.stringify(value, telling) ?? null
  } catch {
    return null
  }
}

/** A part, or what is sealed to one. */
const isPart = (holder: unknown): boolean => isObject(holder) && ('kind' in holder || 'format' in holder)

/** Fields of an item of the Responses API that has an id. */
const isNamedItem = (extra: unknown): extra is { readonly fields: Readonly<Record<string, unknown>> } =>
  isObject(extra) && extra.format === 'openai' && isObject(extra.fields) && extra.fields.id !== undefined
