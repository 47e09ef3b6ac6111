import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import { isTooDeep } from '../../../text/depth.ts'

/** Keys of Google's schema whose values are whole numbers, but may be written as strings. */
const counts: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
])

/**
 * Converts Google's own schema (OpenAPI 3.0) to JSON Schema. A schema that is nested too deeply is returned unchanged.
 */
export const jsonSchema = (schema: JsonObject): JsonObject =>
  isTooDeep(schema) ? schema : convertGoogleSchema(schema)

function convertGoogleSchema(schema: Readonly<Record<string, unknown>>): JsonObject {
  const { nullable, type, ...rest } = schema
  const converted: Record<string, JsonValue> = {}
  const names = (Array.isArray(type) ? type : [type]).filter(name => typeof name === 'string')
  if (names.length > 0) converted.type = typeOf(names, nullable === true)
  for (const [key, value] of Object.entries(rest)) converted[key] = convertSchemaField(key, value)
  return converted
}

function typeOf(types: readonly string[], nullable: boolean): JsonValue {
  const names = types.map(name => name.toLowerCase())
  const all = nullable && !names.includes('null') ? [...names, 'null'] : names
  return all.length === 1 ? (all[0] as string) : all
}

function convertSchemaField(key: string, value: unknown): JsonValue {
  if (counts.has(key) && typeof value === 'string' && /^\d+$/.test(value)) return Number(value)
  if (key === 'items' && isObject(value)) return convertGoogleSchema(value)
  if (key === 'anyOf' && Array.isArray(value))
    return value.map(item => (isObject(item) ? convertGoogleSchema(item) : item))
  if ((key === 'properties' || key === 'defs') && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        isObject(item) ? convertGoogleSchema(item) : (item as JsonValue),
      ]),
    )
  return value as JsonValue
}
