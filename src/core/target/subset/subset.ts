import { isObject } from '../../ir/json.ts'
import { Examination } from './examination.ts'
import { childrenOf, type FoundNode } from './nodes.ts'
import type { SchemaFindings, SubsetRule } from './rule.ts'

/** Checks a JSON Schema against a subset. Never throws, whatever the schema is. */
export function examineSchema(schema: unknown, rule: SubsetRule): SchemaFindings {
  const examination = new Examination(schema, rule)
  // Branches may nest deeper than the call stack allows, so the pending nodes are in a list.
  const pending: FoundNode[] = isObject(schema) ? [{ node: schema, pointer: '#', level: 0, depth: 0 }] : []
  for (let next = pending.pop(); next !== undefined && !examination.isFull; next = pending.pop())
    if (examination.check(next)) for (const child of childrenOf(next).reverse()) pending.push(child)
  return examination.finishExamination()
}

/** Returns all violations of a subset in a JSON Schema; empty if the schema fits the subset. */
export const beyondSubset = (schema: unknown, rule: SubsetRule): readonly string[] =>
  examineSchema(schema, rule).beyond
