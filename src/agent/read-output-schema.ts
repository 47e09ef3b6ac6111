import { isObject } from '../ir/json.ts'
import { fields, text, trueOrFalse } from '../validate/check.ts'
import type { Path } from '../validate/path.ts'
import type { OutputSchema } from './agent.ts'
import type { SchemaInput } from './schema-input.ts'
import { toJSONSchema } from './to-json-schema.ts'

/** A schema of an answer with what a provider may be told of it. */
export interface NamedSchema<Schema extends SchemaInput = SchemaInput> {
  readonly name?: string
  readonly description?: string
  readonly schema: Schema
  /** Left out: enforced wherever the provider can. */
  readonly strict?: boolean
}

/**
 * Schema of an answer in a declaration: a schema, or one with a name.
 *
 * @example
 * import type { OutputSchemaInput } from 'ctxc'
 * import { z } from 'zod'
 *
 * const plan: OutputSchemaInput = { name: 'plan', schema: z.object({ days: z.int() }) }
 * console.log('schema' in plan)
 */
export type OutputSchemaInput = SchemaInput | NamedSchema

const assertNamed = fields({ name: text, description: text, schema: () => {}, strict: trueOrFalse })

/** Whether what was given names the schema under a key of its own; no keyword of JSON Schema is called so. */
const isNamed = (input: unknown): input is NamedSchema =>
  isObject(input) &&
  input.schema !== undefined &&
  !('~standard' in input) &&
  !('jsonSchema' in input) &&
  !('type' in input)

/** The form of an answer as JSON Schema: of what the model writes, which is what the schema takes in. */
export function readOutputSchema(input: OutputSchemaInput, at: Path): OutputSchema {
  if (!isNamed(input)) return { schema: toJSONSchema(input as SchemaInput, at) }
  assertNamed(input, at)
  const { name, description, schema, strict } = input
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    schema: at.in('schema').piece(p => toJSONSchema(schema, p)),
    ...(strict !== undefined && { strict }),
  }
}
