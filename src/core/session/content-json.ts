import { isObject } from '../ir/json.ts'

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
 * Fields with the names in `without` are left out.
 */
export function contentJson(
  value: unknown,
  makers?: unknown[],
  ids?: unknown[],
  without?: ReadonlySet<string>,
): string | null {
  function replaceForDigest(this: unknown, key: string, held: unknown): unknown {
    if (typeof held === 'object' && held !== null && !open.test(Object.prototype.toString.call(held)))
      throw new TypeError('JSON would hide what this object holds')
    if (without?.has(key)) return undefined
    // The data is written separately, so that its fields are not confused with the fields of a part.
    if (makers !== undefined && data.has(key) && held !== undefined)
      return contentJson(held, undefined, undefined, without) ?? throwHiddenContent()
    if (ids !== undefined && key === 'extra' && isNamedItem(held)) {
      const { id, ...fields } = held.fields
      ids.push(id)
      return Object.keys(fields).length > 0 ? { ...held, fields } : undefined
    }
    if (without !== undefined && key === 'extra' && isOnly(held, without)) return undefined
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

/** Whether a part's `extra` has no other fields than some. */
const isOnly = (extra: unknown, names: ReadonlySet<string>): boolean =>
  isObject(extra) && isObject(extra.fields) && Object.keys(extra.fields).every(name => names.has(name))
