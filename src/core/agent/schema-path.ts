import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'

/** Schema at the end of a path; `missing` if there is none, `unknown` if the schema has references or combinations. */
export type SchemaPlace = JsonObject | 'missing' | 'unknown'

/** Keywords that combine schemas or refer to other schemas. */
const composed = ['$ref', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'patternProperties']
const scalar = new Set(['string', 'number', 'integer', 'boolean', 'null'])

/** Returns the schema at the end of a path into a schema. */
export function schemaAtPath(schema: JsonObject, path: readonly string[]): SchemaPlace {
  let node: JsonValue | undefined = schema
  for (const step of path) {
    if (!isObject(node) || composed.some(word => Object.hasOwn(node as object, word))) return 'unknown'
    const { type, properties, items, additionalProperties } = node as JsonObject
    if (typeof type === 'string' && scalar.has(type)) return 'missing'
    if (type === 'object' && isObject(properties)) {
      if (Object.hasOwn(properties, step)) node = (properties as JsonObject)[step]
      else return additionalProperties === undefined || additionalProperties === false ? 'missing' : 'unknown'
    } else if (type === 'array') {
      if (!/^\d+$/.test(step)) return 'missing'
      node = items
    } else return 'unknown'
  }
  return isObject(node) ? (node as JsonObject) : 'unknown'
}

/** String formats that leave no room for free text. */
export const dates: ReadonlySet<unknown> = new Set(['date', 'date-time', 'time'])

/**
 * Whether a schema leaves no room for free text at a path, because it requires a number, a boolean, an enum value or a
 * date.
 */
export function schemaExcludesText(schema: JsonObject | undefined, path: readonly string[]): boolean {
  const node = schema === undefined ? 'unknown' : schemaAtPath(schema, path)
  if (typeof node === 'string') return false
  const { type, enum: values, const: only, format } = node
  if (Array.isArray(values) || only !== undefined) return true
  if (type === 'string') return dates.has(format)
  return typeof type === 'string' && scalar.has(type)
}
