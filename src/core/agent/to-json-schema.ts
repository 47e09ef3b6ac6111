import { runWithPlaceInErrors } from '../form/attempt.ts'
import type { Path } from '../form/path.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import type { SchemaInput } from '../schema/schema-input.ts'
import type { StandardConverter } from '../schema/standard-schema.ts'
import { reasonOf } from '../text/reason.ts'
import { kindName, plainSchema, schemaHelp } from './plain-schema.ts'

/** Side of a schema: `input` for the values that it accepts, `output` for the values after defaults and transforms. */
export type SchemaDirection = 'input' | 'output'

interface Given {
  readonly jsonSchema?: unknown
  readonly '~standard'?: { readonly vendor?: unknown; readonly jsonSchema?: StandardConverter }
}

/** Providers use the newest draft; a library that does not support it may support the older one. */
const drafts = ['draft-2020-12', 'draft-07']

/**
 * Converts a schema to plain JSON Schema that shares no objects with the input. Throws a TypeError that names the path
 * (`at`) if JSON Schema cannot express it.
 */
export function toJSONSchema(input: SchemaInput, at: Path, direction: SchemaDirection = 'input'): JsonObject {
  if (at.isData) return plainSchema(input, at)
  // Reading may run code of the app or of a library, such as getters, converters and lazy schemas, which may throw.
  const given = runWithPlaceInErrors(at, () => {
    const schema: unknown = isLazy(input) ? input() : input
    const standard = standardInterface(schema, at)
    if (standard !== undefined) return convertSchema(standard, at, direction)
    return isObject(schema) && isAISDKWrapper(schema) ? schema.jsonSchema : schema
  })
  return plainSchema(given, at)
}

/**
 * Whether a schema is a function that creates the schema on first use. A library's own schema may also be a function,
 * but then has `~standard`.
 */
const isLazy = (schema: unknown): schema is () => unknown =>
  typeof schema === 'function' && !('~standard' in schema)

/** Whether an object is a schema in the wrapper of the AI SDK, rather than JSON Schema. */
const isAISDKWrapper = (schema: Record<string, unknown>): boolean =>
  'jsonSchema' in schema && schema.jsonSchema !== undefined && schema.type === undefined

function standardInterface(schema: unknown, at: Path): Given['~standard'] {
  if (typeof schema !== 'object' && typeof schema !== 'function')
    throw at.wrong(`must be a schema, got ${kindName(schema)}`, { help: schemaHelp })
  if (schema === null || Array.isArray(schema))
    throw at.wrong(`must be a schema, got ${kindName(schema)}`, { help: schemaHelp })
  const { jsonSchema, '~standard': standard } = schema as Given
  // Schemas of the AI SDK have `jsonSchema` and `~standard`; `jsonSchema` takes precedence.
  return jsonSchema === undefined || standard?.jsonSchema !== undefined ? standard : undefined
}

function convertSchema(
  { vendor, jsonSchema }: NonNullable<Given['~standard']>,
  at: Path,
  direction: SchemaDirection,
): unknown {
  if (jsonSchema === undefined)
    throw at.wrong('cannot be converted to JSON Schema', { help: conversionAdvice(vendor) })
  let first: unknown
  for (const target of drafts) {
    try {
      return jsonSchema[direction]({ target })
    } catch (error) {
      first ??= error
    }
  }
  throw at.wrong(`cannot be converted to JSON Schema: ${reasonOf(first)}`, {
    cause: first,
    help: 'use types that JSON has, such as a string for a date',
  })
}

/** Returns advice for a library whose schemas can only validate. */
function conversionAdvice(vendor: unknown): string {
  if (vendor === 'valibot') return "use toStandardJsonSchema(schema) of '@valibot/to-json-schema'"
  if (vendor === 'zod') return "use zod 4.2 or later, or zodSchema(schema) of 'ai'"
  return 'give its JSON Schema as an object'
}
