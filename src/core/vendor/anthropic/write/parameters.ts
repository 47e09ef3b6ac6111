import type { SchemaNode } from '../../../schema/reshape/reshape.ts'
import type { SentSchema } from '../../../target/sent-schema.ts'
import { strictSchema, toolSchema } from './schema.ts'
import type { Spent } from './spent.ts'

/**
 * Returns a tool's parameters in the form that the API accepts. The schema is strict if this was requested and the
 * limits allow it.
 */
export function parametersOf(schema: SchemaNode, strict: boolean, spent: Spent): SentSchema {
  const whole = toolSchema(schema)
  if (!strict) return { ...whole, strict, beyond: [] }
  const narrowed = strictSchema(whole.schema)
  const beyond = spent.spendTool(narrowed)
  return beyond.length > 0
    ? { ...whole, strict: false, beyond }
    : { schema: narrowed.schema, lost: [...whole.lost, ...narrowed.lost], strict, beyond }
}
