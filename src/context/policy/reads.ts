import type { Condition, Origins, Policy } from '../../ir/policy.ts'
import { parseTemplate } from '../../template/template.ts'

/** A place in a policy that looks at a key of the state. */
export interface ContextRead {
  readonly key: string
  /** As it is written: `plan.days`. */
  readonly reference: string
  /** The way on into the value. */
  readonly path: readonly string[]
  /** Use of the key: sent to the agent, searched for, or checked by a condition. */
  readonly use: 'told' | 'query' | 'condition'
  readonly optional: boolean
  /** It is looked at only where all of these hold. */
  readonly when: readonly Condition[]
}

type Read = Omit<ContextRead, 'when'>

/** Lists the places where a policy looks at keys of the state. */
export function readsOf(policy: Policy = []): readonly ContextRead[] {
  return policy.flatMap(node => {
    const conditions = conditionsOf(node)
    const own = node.kind === 'source' ? readsOfOrigins(node.from) : []
    return [
      ...conditions.map(key => ({ ...plain(key, 'condition', true), when: [] })),
      ...own.map(read => ({ ...read, when: node.when })),
    ]
  })
}

/** Whether functions of the state decide what a policy shows: they may look at any key. */
export const hasFunctions = (policy: Policy = []): boolean =>
  policy.some(node => allConditions(node).some(condition => typeof condition === 'function'))

const conditionsOf = (node: Policy[number]): readonly string[] =>
  allConditions(node).filter(condition => typeof condition === 'string')

function allConditions(node: Policy[number]): readonly Condition[] {
  const other = node.kind === 'clause' && node.orElse ? allConditions(node.orElse) : []
  return [...node.when, ...other]
}

function readsOfOrigins(from: Origins): readonly Read[] {
  switch (from.source) {
    case 'state':
      return from.keys.map(key => plain(key, 'told', false))
    case 'notes':
      // There may be none yet.
      return [plain(from.key, 'told', true)]
    case 'template':
      return parseTemplate(from.text).flatMap(piece =>
        piece.kind === 'state'
          ? {
              key: piece.key,
              reference: piece.reference,
              path: piece.path,
              use: 'told',
              optional: piece.optional,
            }
          : [],
      )
    case 'relevant':
      return from.queryKey === undefined ? [] : [plain(from.queryKey, 'query', false)]
    case 'artifact':
      return []
  }
}

const plain = (key: string, use: ContextRead['use'], optional: boolean): Read => ({
  key,
  reference: key,
  path: [],
  use,
  optional,
})
