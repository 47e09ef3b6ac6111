import { type Schema, Validator } from '@cfworker/json-schema'
import type { JsonObject } from '../ir/json.ts'

/** Compiled schemas, which are made once. */
const known = new WeakMap<JsonObject, Validator>()

/** Number of problems that a message names. */
const mostProblems = 5

/** Returns what is wrong with a value by a JSON Schema, in a few lines; an empty list if it is valid. Runs no code of it. */
export function problemsIn(value: unknown, schema: JsonObject): readonly string[] {
  let validator = known.get(schema)
  if (validator === undefined) {
    // A copy, because the validator writes into the schema.
    validator = new Validator(structuredClone(schema) as Schema, '2020-12', false)
    known.set(schema, validator)
  }
  const { valid, errors } = validator.validate(value)
  if (valid) return []
  // Errors of outer schemas only repeat that an inner one failed.
  const inner = errors.filter(({ keyword }) => keyword !== 'properties' && keyword !== 'items')
  const lines = (inner.length > 0 ? inner : errors).map(({ instanceLocation, error }) => {
    const place = instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.')
    return place === '' ? error : `${place}: ${error}`
  })
  return [...new Set(lines)].slice(0, mostProblems)
}
