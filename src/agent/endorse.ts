import type { JsonObject } from '../ir/json.ts'
import { dates, followPath } from './schema-path.ts'

/**
 * Whether a schema leaves a value no room for words: a number, a boolean, null, one of an enum, or a date. `path` leads
 * to the value; what the schema does not describe plainly leaves room.
 */
export function isEndorsed(schema: JsonObject, path: readonly string[], value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return true
  const node = followPath(schema, path)
  if (typeof node === 'string' || typeof value !== 'string') return false
  const { enum: values, const: only, type, format } = node
  if (Array.isArray(values)) return values.includes(value)
  if (only !== undefined) return only === value
  return type === 'string' && dates.has(format) && /^[\dTZ:.+-]+$/i.test(value)
}
