import type { Extra } from '../ir/extra.ts'
import type { FormatName } from '../ir/format-name.ts'
import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import { isTooDeep } from '../text/depth.ts'

/** An object from outside: nothing is known of its keys. */
export type Raw = Readonly<Record<string, unknown>>

/** A value if it is a string, else the empty string. */
export const string = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The words of a text part: undefined where they are no string, or under another name. */
export function textField(part: Raw): string | undefined {
  const { type: _, text, ...more } = part
  if (typeof text === 'string') return text
  const isEmpty = (text ?? null) === null && Object.values(more).every(value => (value ?? null) === null)
  return isEmpty ? '' : undefined
}

/** A value if it is an object, else an empty one. */
export const object = (value: unknown): Raw => (isObject(value) ? value : {})

/** A value if it is a list, else an empty one. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A value from outside as JSON: it came from JSON, or the provider's client could not have sent it. */
export const json = (value: unknown): JsonValue => (value === undefined ? null : (value as JsonValue))

/** The fields of an object that have no meaning here, to be given back to their format; undefined for none. */
export function rest(format: FormatName, raw: Raw, known: readonly string[]): Extra | undefined {
  const fields = Object.entries(raw).filter(
    ([key, value]) => !known.includes(key) && value !== undefined && value !== null && !isTooDeep(value),
  )
  return fields.length > 0 ? { format, fields: Object.fromEntries(fields) as JsonObject } : undefined
}

/** Returns the listed fields of an object, which its wire type has but no reader reads; undefined for none. */
export function keep(format: FormatName, raw: Raw, fields: readonly string[]): Extra | undefined {
  const known = fields.filter(
    field => raw[field] !== undefined && raw[field] !== null && !isTooDeep(raw[field]),
  )
  if (known.length === 0) return undefined
  return { format, fields: Object.fromEntries(known.map(field => [field, raw[field] as JsonValue])) }
}

/** `{ key: value }`, or nothing where the value is not there: optional fields stay absent. */
export function given<Key extends string, Value>(
  key: Key,
  value: Value | undefined | null,
): { [K in Key]?: Value } {
  return value === undefined || value === null ? {} : ({ [key]: value } as { [K in Key]?: Value })
}

/** A field in the spelling of the client, or of Python. */
export const eitherSpelling = (raw: Raw, camel: string): unknown =>
  raw[camel] ?? raw[camel.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)]

/** A finite number, or undefined. */
export const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** `data:` URL into media type and base64, or null for any other URL. */
export function parseDataUrl(url: string): { mediaType: string; data: string } | null {
  // PHP escapes the slashes of its JSON, and some write that JSON into JSON.
  if (url.startsWith('data:') && url.includes('\\/')) return parseDataUrl(url.replaceAll('\\/', '/'))
  if (!url.startsWith('data:')) return null
  const comma = url.indexOf(',')
  const head = url.slice(5, Math.max(comma, 5))
  if (comma < 0 || !head.endsWith(';base64')) return null
  return {
    mediaType: head.slice(0, -';base64'.length).split(';')[0] || 'application/octet-stream',
    data: url.slice(comma + 1),
  }
}

/** Whether an object is plain data: a record or a list, and no instance of a class. */
export const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}
