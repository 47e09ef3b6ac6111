import { validate } from '@cfworker/json-schema'
import type { JsonObject } from '../ir/json.ts'
import { type ReadableSchema, readableSchema } from './readable-schema.ts'

/** Schemas as the validator reads them, which are made once. */
const known = new WeakMap<JsonObject, ReadableSchema>()

/** Number of problems that a message names. */
const mostProblems = 5

function readable(schema: JsonObject): ReadableSchema {
  const made = known.get(schema) ?? readableSchema(schema)
  known.set(schema, made)
  return made
}

/**
 * Returns what is wrong with a value by a JSON Schema, in a few lines; an empty list if it is valid. Runs no code of it. What
 * cannot be read of a schema is not checked: it is no mistake of the value.
 */
export function problemsIn(value: unknown, given: JsonObject): readonly string[] {
  const { schema, lookup } = readable(given)
  const { valid, errors } = validate(value, schema, '2020-12', lookup, false)
  if (valid) return []
  // Errors of outer schemas only repeat that an inner one failed.
  const inner = errors.filter(({ keyword }) => keyword !== 'properties' && keyword !== 'items')
  const lines = (inner.length > 0 ? inner : errors).map(({ instanceLocation, error }) => {
    const place = instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.')
    return place === '' ? error : `${place}: ${error}`
  })
  return [...new Set(lines)].slice(0, mostProblems)
}

/** Returns the keywords of a schema that cannot be read, and are not checked: `#/properties/url pattern`. */
export const uncheckedIn = (schema: JsonObject): readonly string[] => readable(schema).unread
