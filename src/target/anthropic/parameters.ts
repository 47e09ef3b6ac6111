import type { SchemaNode } from '../reshape/reshape.ts'
import type { SentSchema } from '../sent-schema.ts'
import { strictSchema, toolSchema } from './schema.ts'
import type { Spent } from './spent.ts'

/** The parameters of a tool as the API takes them, strict where that was asked for and can be. */
export function parametersOf(schema: SchemaNode, strict: boolean, spent: Spent): SentSchema {
  const whole = toolSchema(schema)
  if (!strict) return { ...whole, strict, beyond: [] }
  const narrowed = strictSchema(whole.schema)
  const beyond = spent.takes(narrowed)
  return beyond.length > 0
    ? { ...whole, strict: false, beyond }
    : { schema: narrowed.schema, lost: [...whole.lost, ...narrowed.lost], strict, beyond }
}
