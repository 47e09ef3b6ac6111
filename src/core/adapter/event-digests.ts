import { isObject } from '../ir/json.ts'
import type { Session } from '../session/session.ts'
import { digest } from '../text/digest.ts'

/** Digests that identify the first events of a session, up to one event. */
export interface EventDigest {
  /** Digest of all content, except the names of the models that wrote the answers. It is unique to this content. */
  readonly content: string
  /**
   * Digest of the names of the models that wrote the answers. It is separate, because an importer may name the model of
   * the current call.
   */
  readonly makers: string
  /** Digest of the ids of server items. It is separate, because a framework may drop these ids between two calls. */
  readonly ids: string
}

/**
 * Returns one digest for each event of a session, computed from that event and all events before it. Stops at the first
 * event that cannot be digested.
 */
export function digestSessionBeginnings(session: Session): EventDigest[] {
  const marks: EventDigest[] = []
  let content = ''
  let makers = ''
  let ids = ''
  for (let seq = 0; seq < session.length; seq++) {
    const made: unknown[] = []
    const named: unknown[] = []
    // The digest ignores the event's id, because a framework may give its messages new ids for each call.
    const { id: _, ...event } = session.event(seq)
    const words = contentJson(event, made, named)
    if (words === null) break
    content = digest(`${content}${words}`)
    if (made.length > 0) makers = digest(`${makers}${seq} ${JSON.stringify(made)}`)
    if (named.length > 0) ids = digest(`${ids}${seq} ${JSON.stringify(named)}`)
    marks.push({ content, makers, ids })
  }
  return marks
}

/** Kinds of objects whose whole content JSON can represent. */
const open = /^\[object (Object|Array|(Ui|I)nt\d+(Clamped)?Array)\]$/

/**
 * Fields of events and parts with data of providers and tools. Names of fields inside this data have no meaning for the
 * compiler.
 */
const data: ReadonlySet<string> = new Set(['arguments', 'payload', 'fields', 'value', 'actions'])

/**
 * Returns the whole content of a value as JSON; null if JSON would omit some of it. If the lists are passed, the names
 * of the models that wrote the parts go into `makers` instead of the JSON, and the ids of server items into `ids`.
 */
export function contentJson(value: unknown, makers?: unknown[], ids?: unknown[]): string | null {
  function replaceForDigest(this: unknown, key: string, held: unknown): unknown {
    if (typeof held === 'object' && held !== null && !open.test(Object.prototype.toString.call(held)))
      throw new TypeError('JSON would hide what this object holds')
    // The data is written separately, so that its fields are not confused with the fields of a part.
    if (makers !== undefined && data.has(key) && held !== undefined)
      return contentJson(held) ?? throwHiddenContent()
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
    return JSON.stringify(value, replaceForDigest) ?? null
  } catch {
    return null
  }
}

function throwHiddenContent(): never {
  throw new TypeError('JSON would hide some of it')
}

/** Whether an object is a part, or a part's sealed data. */
const isPart = (holder: unknown): boolean => isObject(holder) && ('kind' in holder || 'format' in holder)

/** Whether a part's `extra` fields belong to a Responses API item with an id. */
const isNamedItem = (extra: unknown): extra is { readonly fields: Readonly<Record<string, unknown>> } =>
  isObject(extra) && extra.format === 'openai' && isObject(extra.fields) && extra.fields.id !== undefined
