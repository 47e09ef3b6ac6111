import { isSlidingSelector } from '../../../core/context/selector/selectors.ts'
import { movingClause } from '../../../core/diag/tree.ts'
import type { Clause, Operation, PolicyNode } from '../../../core/ir/policy.ts'
import type { CheckRule } from '../finding.ts'
import { declarationPlace } from '../words.ts'

/**
 * Reports contexts that compact results at arrival and that also change earlier content later, by a moving selection or
 * by age. On models that bind reasoning, each such change ends the reasoning after it.
 */
export const reportMovingClauses: CheckRule = ({ agents }) =>
  agents.flatMap(({ agent, place }) => {
    const clauses = (agent.context ?? []).flatMap(clausesIn)
    if (!clauses.some(({ operations }) => operations.some(isAtArrival))) return []
    const moves = [...new Set(clauses.flatMap(movesOf))]
    if (moves.length === 0) return []
    const at = declarationPlace(place, 'context')
    return [{ agents: [agent.name], diagnostic: movingClause(agent.name, moves, at) }]
  })

/** Returns a clause of a policy, and the clauses that replace it. */
const clausesIn = (node: PolicyNode): readonly Clause[] =>
  node.kind === 'clause' ? [node, ...(node.orElse === undefined ? [] : clausesIn(node.orElse))] : []

const isAtArrival = (one: Operation): boolean => one.op === 'compact' && one.at === 'arrival'

/** Returns the parts of a clause that change earlier content as the session grows, as they are written. */
function movesOf({ select, operations }: Clause): readonly string[] {
  const byAge = operations.flatMap(one => {
    const isAged = 'olderThan' in one || 'olderThanSteps' in one || one.op === 'fresh'
    return isAged ? [one.op] : []
  })
  return [...(isSlidingSelector(select) ? [select.by] : []), ...byAge]
}
