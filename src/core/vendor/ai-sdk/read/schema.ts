import { isObject, type JsonObject } from '../../../ir/json.ts'

interface JsonSchemaOf {
  readonly input: (options: { readonly target: string }) => unknown
}

/** Returns an AI SDK schema, a Standard Schema or a JSON Schema as JSON Schema; undefined if the conversion fails. */
export function readSchema(given: unknown): JsonObject | undefined {
  try {
    const schema: unknown = isLazy(given) ? given() : given
    if (typeof schema !== 'object' && typeof schema !== 'function') return undefined
    const { jsonSchema, '~standard': standard } = schema as {
      jsonSchema?: unknown
      '~standard'?: { readonly jsonSchema?: JsonSchemaOf }
    }
    if (jsonSchema !== undefined) return jsonSchemaFromSDK(jsonSchema)
    if (standard !== undefined) return jsonSchemaFromSDK(standard.jsonSchema?.input({ target: 'draft-07' }))
    return jsonSchemaFromSDK(schema)
  } catch {
    // A schema that cannot be written as JSON is left to the AI SDK.
    return undefined
  }
}

/**
 * Whether a schema is a function that creates the schema. Some libraries' schemas are functions too, but these have the
 * property `~standard`.
 */
const isLazy = (schema: unknown): schema is () => unknown =>
  typeof schema === 'function' && !('~standard' in schema)

function jsonSchemaFromSDK(schema: unknown): JsonObject | undefined {
  return isObject(schema) && typeof schema.then !== 'function' ? (schema as JsonObject) : undefined
}
