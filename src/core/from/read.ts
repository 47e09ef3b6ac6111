import type { Extra, FormatName } from '../ir/extra.ts'
import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import { isTooDeep } from '../text/depth.ts'
import { setOwnKey } from '../text/json.ts'

/** Object with unknown keys, from the caller's input. */
export type Raw = Readonly<Record<string, unknown>>

/** Returns a value if it is a string, else the empty string. */
export const stringOr = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Returns the text of a text part, or '' for an empty part. Returns undefined if `text` is not a string, or if other
 * keys contain the content.
 */
export function textOfField(part: Raw): string | undefined {
  const { type: _, text, ...more } = part
  if (typeof text === 'string') return text
  const isEmpty = (text ?? null) === null && Object.values(more).every(value => (value ?? null) === null)
  return isEmpty ? '' : undefined
}

/** Returns a value if it is an object, else an empty object. */
export const objectOr = (value: unknown): Raw => (isObject(value) ? value : {})

/** Returns a value if it is a list, else an empty list. */
export const listOr = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * Returns a value as JSON without checking it. A client of the provider could not have sent a value that is not JSON.
 */
export const uncheckedJson = (value: unknown): JsonValue =>
  value === undefined ? null : (value as JsonValue)

/**
 * Returns the fields of an object that are not in `known`, so that they can be sent back to their format; undefined if
 * none are left.
 */
export function restFields(format: FormatName, raw: Raw, known: readonly string[]): Extra | undefined {
  let fields: JsonObject | undefined
  for (const key of Object.keys(raw)) {
    if (known.includes(key)) continue
    const value = raw[key]
    if (value === undefined || value === null || isTooDeep(value)) continue
    fields ??= {}
    setOwnKey(fields, key, value)
  }
  return fields && { format, fields }
}

/** Returns the listed fields of an object without reading them, so that they can be sent back; undefined for none. */
export function keepFields(format: FormatName, raw: Raw, fields: readonly string[]): Extra | undefined {
  const known = fields.filter(
    field => raw[field] !== undefined && raw[field] !== null && !isTooDeep(raw[field]),
  )
  if (known.length === 0) return undefined
  return { format, fields: Object.fromEntries(known.map(field => [field, raw[field] as JsonValue])) }
}

/** Returns `{ key: value }`, or `{}` if the value is absent, so that the optional field is absent too. */
export function givenField<Key extends string, Value>(
  key: Key,
  value: Value | undefined | null,
): { [K in Key]?: Value } {
  return value === undefined || value === null ? {} : ({ [key]: value } as { [K in Key]?: Value })
}

/** Returns a field by its camelCase key (JavaScript clients) or its snake_case key (Python, REST). */
export const eitherSpelling = (raw: Raw, camel: string): unknown =>
  raw[camel] ?? raw[camel.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)]

/** Returns a value if it is a finite number, else undefined. */
export const finiteNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** Splits a base64 `data:` URL into media type and data; returns null for any other URL. */
export function parseDataUrl(url: string): { mediaType: string; data: string } | null {
  // PHP escapes slashes in JSON. If the JSON was encoded twice, escapes remain in the URL.
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

/**
 * Whether a message has only a speaker and a text. Such a message looks the same in most formats, so its format is
 * unknown.
 */
export const isRoleAndText = (message: Raw): boolean =>
  Object.keys(message).length === 2 &&
  typeof message.content === 'string' &&
  typeof message.role === 'string' &&
  /^[a-z]+$/.test(message.role) &&
  isPlain(message)

/** Whether an object is a plain record or a list, rather than a class instance. */
export const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}
