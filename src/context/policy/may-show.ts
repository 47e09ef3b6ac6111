import type { Clause, Policy } from '../../ir/policy.ts'
import { selectorOf } from '../selector/selectors.ts'

/**
 * Whether a policy may select what another agent of this name said: what clauses may select alone, whatever else there is.
 * The current input and what is critical are shown in any case.
 */
export const mayShow = (policy: Policy, name: string): boolean =>
  policy.some(node => node.kind === 'clause' && clauseMayShow(node, name))

/** Whether a policy only puts words beside the history: that takes nothing out of it. */
export const selectsAll = (policy: Policy): boolean => policy.every(({ kind }) => kind === 'source')

function clauseMayShow({ select, tier, orElse }: Clause, name: string): boolean {
  // Archive never enters.
  const isShown = tier !== 'archive' && selectorOf(select).mayShow(select, name)
  return isShown || (orElse !== undefined && clauseMayShow(orElse, name))
}

/** The agents that a policy names, each once. */
export function namesIn(policy: Policy = []): readonly string[] {
  const names = policy.flatMap(node => (node.kind === 'clause' ? namesInClause(node) : []))
  return [...new Set(names)]
}

const namesInClause = ({ select, orElse }: Clause): readonly string[] => [
  ...selectorOf(select).names(select),
  ...(orElse ? namesInClause(orElse) : []),
]
