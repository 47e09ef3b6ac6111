import { laterField, textField, yesOrNo } from '../form/field.ts'
import { type FormOf, formSchema, readForm } from '../form/form.ts'
import { conditionalSchema } from '../form/json-schema.ts'
import type { Path } from '../form/path.ts'
import { isObject } from '../ir/json.ts'
import type { SchemaInput } from '../schema/schema-input.ts'
import type { OutputSchema } from './agent.ts'
import { toJSONSchema } from './to-json-schema.ts'

/** Schema of an answer, with a name and a description for the provider. */
export interface NamedSchema<Schema extends SchemaInput = SchemaInput> {
  readonly name?: string
  readonly description?: string
  readonly schema: Schema
  /** Whether the provider must enforce the schema; if omitted, the schema is enforced if the provider can do so. */
  readonly strict?: boolean
}

/**
 * Schema of an answer in a declaration: a plain schema, or a schema with a name.
 *
 * @example
 * import type { OutputSchemaInput } from 'ctxc'
 * import { z } from 'zod'
 *
 * const plan: OutputSchemaInput = { name: 'plan', schema: z.object({ days: z.int() }) }
 * console.log('schema' in plan)
 */
export type OutputSchemaInput = SchemaInput | NamedSchema

const namedForm: FormOf<NamedSchema> = {
  title: 'A schema with a name.',
  needs: { schema: laterField({ type: 'object' }, 'JSON Schema.') },
  takes: {
    name: textField('Name of the schema, sent to the provider.'),
    description: textField('Description of the schema, sent to the provider.'),
    strict: yesOrNo('Whether the provider enforces the schema. Default: if it can.'),
  },
}

/** Field for the schema of an answer. */
export const outputSchemaField = laterField(
  {
    ...conditionalSchema(
      {
        required: ['schema'],
        not: { anyOf: ['type', 'jsonSchema', '~standard'].map(name => ({ required: [name] })) },
      },
      formSchema(namedForm),
    ),
    type: 'object',
  },
  'Schema of the answer: JSON Schema, or { name, schema } around it.',
)

/** Whether the input has a schema under the key `schema`, which is not a keyword of JSON Schema. */
const isNamed = (input: unknown): input is NamedSchema =>
  isObject(input) &&
  input.schema !== undefined &&
  !('~standard' in input) &&
  !('jsonSchema' in input) &&
  !('type' in input)

/** Reads the schema of an answer, and returns the JSON Schema of its input, because the model writes the input. */
export function readOutputSchema(input: OutputSchemaInput, at: Path): OutputSchema {
  if (!isNamed(input)) return { schema: toJSONSchema(input as SchemaInput, at) }
  readForm(namedForm, input, at)
  const { name, description, schema, strict } = input
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    schema: at.in('schema').readSeparately(p => toJSONSchema(schema, p)),
    ...(strict !== undefined && { strict }),
  }
}
