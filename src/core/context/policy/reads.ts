import type { Condition, Policy } from '../../ir/policy.ts'
import type { KeyRead } from '../definition/source.ts'
import { sourceFor } from '../source/sources.ts'

/** Place in a policy that reads a key of the state. */
export interface ContextRead extends Omit<KeyRead, 'use'> {
  /** Use of the key's value: sent to the agent, used as the text to search for, or used in a condition. */
  readonly use: KeyRead['use'] | 'condition'
  /** Conditions under which the key is read; all of them must be true. */
  readonly when: readonly Condition[]
}

/** Lists the places where a policy reads keys of the state. */
export function readsOf(policy: Policy = []): readonly ContextRead[] {
  return policy.flatMap(node => {
    const conditions = conditionsOf(node)
    const own = node.kind === 'source' ? sourceFor(node.from).reads(node.from) : []
    return [
      ...conditions.map(
        key => ({ key, reference: key, path: [], use: 'condition', optional: true, when: [] }) as const,
      ),
      ...own.map(read => ({ ...read, when: node.when })),
    ]
  })
}

/** Whether a policy has functions of the state, as conditions or in sources. Such a function may read any key. */
export const hasFunctions = (policy: Policy = []): boolean =>
  policy.some(node =>
    [...allConditions(node), ...valuesOfSource(node)].some(value => typeof value === 'function'),
  )

const valuesOfSource = (node: Policy[number]): readonly unknown[] =>
  node.kind === 'source' ? Object.values(node.from) : []

const conditionsOf = (node: Policy[number]): readonly string[] =>
  allConditions(node).filter(condition => typeof condition === 'string')

function allConditions(node: Policy[number]): readonly Condition[] {
  const other = node.kind === 'clause' && node.orElse ? allConditions(node.orElse) : []
  return [...node.when, ...other]
}
