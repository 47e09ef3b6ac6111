import { isObject } from '../../ir/json.ts'
import { Examination } from './examination.ts'
import { childrenOf, type FoundNode } from './nodes.ts'
import type { SchemaFindings, SubsetRule } from './rule.ts'

/** Checks a JSON Schema against a subset. Never throws, even for an invalid schema. */
export function examineSchema(schema: unknown, rule: SubsetRule): SchemaFindings {
  const examination = new Examination(schema, rule)
  // Schemas may be nested deeper than the call stack allows, so the nodes to examine are kept in a list.
  const pending: FoundNode[] = isObject(schema) ? [{ node: schema, pointer: '#', level: 0, depth: 0 }] : []
  for (let next = pending.pop(); next !== undefined && !examination.isFull; next = pending.pop())
    if (examination.check(next)) for (const child of childrenOf(next).reverse()) pending.push(child)
  return examination.finishExamination()
}

/** Returns all places where a JSON Schema breaks the limits of a subset; empty if there are none. */
export const beyondSubset = (schema: unknown, rule: SubsetRule): readonly string[] =>
  examineSchema(schema, rule).beyond
