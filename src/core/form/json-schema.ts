import type { JsonObject } from '../ir/json.ts'

/** Schema that no value matches; used for a field that can be given in code only. */
export const noData: JsonObject = Object.freeze({ not: {} })

/** Returns a schema with a description for the author of the value. */
export const describeSchema = (schema: JsonObject, description: string): JsonObject => ({
  ...schema,
  description,
})

export const schemaReference = (name: string): JsonObject => ({ $ref: `#/$defs/${name}` })

/** Returns the schema of an object with these fields, to which another schema may add fields. */
export const openObjectSchema = (
  properties: JsonObject,
  required: readonly string[],
  description?: string,
): JsonObject => ({
  type: 'object',
  ...(description !== undefined && { description }),
  properties,
  ...(required.length > 0 && { required }),
})

/** Returns a schema with conditions. An editor then reports the actual mistake, not only that no form matches. */
export const conditionalSchema = (
  condition: JsonObject,
  then: JsonObject,
  otherwise?: JsonObject,
): JsonObject => ({
  if: condition,
  then,
  ...(otherwise && { else: otherwise }),
})

/** Returns a schema that selects the form of an object by its kind, in the field `tag`. */
export const schemaByKind = (
  forms: Readonly<Record<string, string>>,
  description: string,
  tag = 'kind',
): JsonObject => ({
  required: [tag],
  properties: { [tag]: { enum: Object.keys(forms), description } },
  allOf: Object.entries(forms).map(([kind, name]) =>
    conditionalSchema({ required: [tag], properties: { [tag]: { const: kind } } }, schemaReference(name)),
  ),
})
