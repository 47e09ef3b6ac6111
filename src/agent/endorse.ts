import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'

const dates = new Set(['date', 'date-time', 'time'])

/**
 * Whether a schema leaves a value no room for words: a number, a boolean, null, one of an enum, or a date. `path` leads
 * to the value; what the schema does not describe plainly leaves room.
 */
export function isEndorsed(schema: JsonObject, path: readonly string[], value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return true
  const node = nodeAt(schema, path)
  if (node === null || typeof value !== 'string') return false
  const { enum: values, const: only, type, format } = node
  if (Array.isArray(values)) return values.includes(value)
  if (only !== undefined) return only === value
  return type === 'string' && typeof format === 'string' && dates.has(format) && /^[\dTZ:.+-]+$/i.test(value)
}

/** The part of a schema that describes what a path leads to. */
function nodeAt(schema: JsonObject, path: readonly string[]): JsonObject | null {
  let node: JsonValue | undefined = schema
  for (const step of path) {
    if (!isObject(node)) return null
    const { properties, items } = node as JsonObject
    if (isObject(properties) && Object.hasOwn(properties, step)) node = properties[step] as JsonValue
    else node = /^\d+$/.test(step) ? (items as JsonValue | undefined) : undefined
  }
  return isObject(node) ? (node as JsonObject) : null
}
