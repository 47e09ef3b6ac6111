import type { JsonObject } from '../ir/json.ts'
import { dates, schemaAtPath } from './schema-path.ts'

/**
 * Whether a schema leaves no room for free text at a `path` in a value, because only a number, a boolean, null, an enum
 * value or a date is valid there. False for a schema with references or combinations.
 */
export function excludesFreeText(schema: JsonObject, path: readonly string[], value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return true
  const node = schemaAtPath(schema, path)
  if (typeof node === 'string' || typeof value !== 'string') return false
  const { enum: values, const: only, type, format } = node
  if (Array.isArray(values)) return values.includes(value)
  if (only !== undefined) return only === value
  return type === 'string' && dates.has(format) && /^[\dTZ:.+-]+$/i.test(value)
}
