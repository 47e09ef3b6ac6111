import type { JsonObject, JsonValue } from '../ir/json.ts'

/** Returns a schema with a description for the author of the value. */
export const described = (schema: JsonObject, description: string): JsonObject => ({ ...schema, description })

export const text = (description: string): JsonObject => ({ type: 'string', description })
export const trueOrFalse = (description: string): JsonObject => ({ type: 'boolean', description })
export const number = (description: string): JsonObject => ({ type: 'number', description })
/** Returns the schema of a whole number, 1 or more. */
export const some = (description: string): JsonObject => ({ type: 'integer', minimum: 1, description })
export const list = (items: JsonObject, description: string): JsonObject => ({
  type: 'array',
  items,
  description,
})
export const oneOf = (words: readonly string[], description: string): JsonObject => ({
  enum: words,
  description,
})
export const ref = (name: string): JsonObject => ({ $ref: `#/$defs/${name}` })

/** Returns the schema of an object with these fields and no others. */
export const closed = (
  properties: JsonObject,
  required: readonly string[],
  description?: string,
): JsonObject => ({ ...open(properties, required, description), additionalProperties: false })

/** Returns the schema of an object with these fields; a schema that uses it may add others. */
export const open = (
  properties: JsonObject,
  required: readonly string[],
  description?: string,
): JsonObject => ({
  type: 'object',
  ...(description !== undefined && { description }),
  properties,
  ...(required.length > 0 && { required }),
})

/** Returns a conditional schema: an editor then reports the actual mistake, not that no form fits. */
export const where = (condition: JsonObject, then: JsonObject, otherwise?: JsonObject): JsonObject => ({
  if: condition,
  then,
  ...(otherwise && { else: otherwise }),
})

/** Returns a schema that selects the form of an object by its kind, in the field `tag`. */
export const byKind = (
  forms: Readonly<Record<string, string>>,
  description: string,
  tag = 'kind',
): JsonObject => ({
  required: [tag],
  properties: { [tag]: { enum: Object.keys(forms), description } },
  allOf: Object.entries(forms).map(([kind, name]) =>
    where({ required: [tag], properties: { [tag]: { const: kind } } }, ref(name)),
  ),
})

/** Returns the schema of any JSON. */
export const anything = (description: string): JsonObject & JsonValue => ({ description })
