import type { Clause, Policy } from '../../ir/policy.ts'
import { selectorOf } from '../selector/selectors.ts'

/**
 * Whether some clause of a policy may select messages of the agent with this name. The current input and critical units
 * do not count, because they are always shown. `after` is the minimum number of units after the messages.
 */
export const mayShow = (policy: Policy, name: string, after: number): boolean =>
  policy.some(node => node.kind === 'clause' && clauseMayShow(node, name, after))

/** Whether a policy consists only of sources and therefore drops nothing from the history. */
export const selectsAll = (policy: Policy): boolean => policy.every(({ kind }) => kind === 'source')

function clauseMayShow({ select, tier, orElse }: Clause, name: string, after: number): boolean {
  // Archived units are never sent.
  const isShown = tier !== 'archive' && selectorOf(select).mayShow(select, name, after)
  return isShown || (orElse !== undefined && clauseMayShow(orElse, name, after))
}

/** Returns the names of the agents that a policy mentions, each once. */
export function agentsNamedIn(policy: Policy = []): readonly string[] {
  const names = policy.flatMap(node => (node.kind === 'clause' ? namesInClause(node) : []))
  return [...new Set(names)]
}

const namesInClause = ({ select, orElse }: Clause): readonly string[] => [
  ...selectorOf(select).names(select),
  ...(orElse ? namesInClause(orElse) : []),
]
