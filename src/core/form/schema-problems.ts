import { validate } from '@cfworker/json-schema'
import type { JsonObject } from '../ir/json.ts'
import { type ReadableSchema, readableSchema } from './readable-schema.ts'

/** Schemas that were already prepared for the validator. */
const known = new WeakMap<JsonObject, ReadableSchema>()

/** Maximum number of problems listed in a message. */
const mostProblems = 5

function cachedReadableSchema(schema: JsonObject): ReadableSchema {
  let made = known.get(schema)
  if (made === undefined) {
    made = readableSchema(schema)
    known.set(schema, made)
  }
  return made
}

/**
 * Returns the problems of a value according to a JSON Schema, in a few lines; an empty list if it is valid. No code in
 * the schema is run. Parts of the schema that cannot be read are not checked, and cause no problem.
 */
export function schemaProblems(value: unknown, given: JsonObject): readonly string[] {
  const { schema, lookup } = cachedReadableSchema(given)
  const { valid, errors } = validate(value, schema, '2020-12', lookup, false)
  if (valid) return []
  // If an inner schema failed, errors of the schemas around it only repeat this.
  const inner = errors.filter(({ keyword }) => keyword !== 'properties' && keyword !== 'items')
  const lines = (inner.length > 0 ? inner : errors).map(({ instanceLocation, error }) => {
    const place = instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.')
    return place === '' ? error : `${place}: ${error}`
  })
  return [...new Set(lines)].slice(0, mostProblems)
}

/** Returns the keywords of a schema that cannot be read, and are not checked: `#/properties/url pattern`. */
export const uncheckedKeywords = (schema: JsonObject): readonly string[] =>
  cachedReadableSchema(schema).unread
