import { isObject, type JsonObject } from '../../ir/json.ts'

interface JsonSchemaOf {
  readonly input: (options: { readonly target: string }) => unknown
}

/** A schema as JSON Schema, whatever kind it is: the AI SDK's own, a Standard Schema, JSON Schema; undefined where it does not tell. */
export function readSchema(given: unknown): JsonObject | undefined {
  try {
    const schema: unknown = isLazy(given) ? given() : given
    if (typeof schema !== 'object' && typeof schema !== 'function') return undefined
    const { jsonSchema, '~standard': standard } = schema as {
      jsonSchema?: unknown
      '~standard'?: { readonly jsonSchema?: JsonSchemaOf }
    }
    if (jsonSchema !== undefined) return plain(jsonSchema)
    if (standard !== undefined) return plain(standard.jsonSchema?.input({ target: 'draft-07' }))
    return plain(schema)
  } catch {
    // A schema that cannot be told as JSON is left to the AI SDK.
    return undefined
  }
}

/** A schema that is made when it is first needed; one of a library may be a function too, and says so. */
const isLazy = (schema: unknown): schema is () => unknown =>
  typeof schema === 'function' && !('~standard' in schema)

function plain(schema: unknown): JsonObject | undefined {
  return isObject(schema) && typeof schema.then !== 'function' ? (schema as JsonObject) : undefined
}
