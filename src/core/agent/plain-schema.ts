import { runWithPlaceInErrors } from '../form/attempt.ts'
import type { DeclarationError } from '../form/declaration-error.ts'
import type { Path } from '../form/path.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import { deepest, isTooDeep } from '../text/depth.ts'

/** Advice for a value that is not a schema. */
export const schemaHelp = 'give JSON Schema as an object, or a schema of zod, valibot, arktype or the AI SDK'

/** Returns the kind of a value, for error texts. */
export function kindName(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** Copies a schema as pure JSON: without getters and prototypes, and not affected by later changes of the app. */
export function plainSchema(given: unknown, at: Path): JsonObject {
  if (!isObject(given))
    throw at.wrong(`must be JSON Schema, got ${kindName(given)}`, {
      help: at.isData ? 'give JSON Schema as an object' : schemaHelp,
    })
  return runWithPlaceInErrors(at, () => {
    if (typeof given.then === 'function') throw at.wrong('is a promise', { help: 'await it first' })
    if (!isPlainObject(given)) throw at.wrong('must be a plain object', { help: schemaHelp })
    if (isPropertyMap(given))
      throw at.wrong('is an object of schemas', { help: 'wrap it, as in z.object({ … })' })
    if (!at.isData && isBareProperties(given))
      throw at.wrong('has types by name, but no `type` of its own', {
        help: "put them under properties: { type: 'object', properties: { … } }",
      })
    const copy: unknown = JSON.parse(textOf(given, at))
    if (isTooDeep(copy)) throw tooDeepError(at)
    if (!isObject(copy))
      throw at.wrong(`must be JSON Schema, but is ${kindName(copy)} as JSON`, { help: schemaHelp })
    return copy as JsonObject
  })
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Whether an object maps property names to schemas; some libraries accept this form as the schema of an object. */
const isPropertyMap = (value: Record<string, unknown>): boolean =>
  value.type === undefined && Object.values(value).some(item => isObject(item) && isObject(item['~standard']))

const typeNames = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
/** Keywords with a schema or plain data as their value. */
const keywords = new Set([
  ...[
    'additionalItems',
    'additionalProperties',
    'contains',
    'contentSchema',
    'default',
    'else',
    'if',
    'items',
    'not',
  ],
  ...['prefixItems', 'properties', 'propertyNames', 'then', 'const'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'definitions', 'dependentSchemas', 'patternProperties'],
])

/** Keywords whose value is always text. An object under such a key is therefore a property with that name. */
const wordKeywords = new Set(['title', 'description', 'format', 'pattern'])

/**
 * Whether an object is the bare `properties` of a schema: its keys, such as `city`, are names of properties, not
 * keywords.
 */
function isBareProperties(value: Record<string, unknown>): boolean {
  if (value.type !== undefined) return false
  const entries = Object.entries(value)
  const isType = (item: unknown): boolean => typeof item === 'string' && typeNames.includes(item)
  return (
    entries.length > 0 &&
    entries.every(
      ([key, item]) =>
        !keywords.has(key) &&
        !key.startsWith('$') &&
        ((isType(item) && !wordKeywords.has(key)) || (isObject(item) && isType(item.type))),
    )
  )
}

function textOf(value: object, at: Path): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (error) {
    // `JSON.stringify` throws a TypeError for a cycle; too many levels overflow the stack.
    const round =
      error instanceof RangeError || (error instanceof TypeError && /circular/i.test(error.message))
    throw round ? tooDeepError(at) : error
  }
}

const tooDeepError = (at: Path): DeclarationError =>
  at.wrong(`is circular or nested more than ${deepest} levels deep`, {
    help: 'put repeated parts into $defs, and refer to them with $ref',
  })
