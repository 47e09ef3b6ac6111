import type { ActivePolicy, Clause, Operation, PlacedSource, Policy } from '../../ir/policy.ts'
import { toJson } from '../../text/json.ts'
import { selectsAll } from '../policy/may-show.ts'
import { obstacleToSummaries } from '../policy/obstacle-to-summaries.ts'

/** Returns the clauses and sources of a policy whose conditions are true. */
export function activatePolicy(
  policy: Policy,
  holds: (condition: Clause['when'][number]) => boolean,
): ActivePolicy {
  const clauses: Clause[] = []
  const sources: PlacedSource[] = []
  for (const [place, node] of policy.entries()) {
    if (node.kind === 'source') {
      if (node.when.every(holds)) sources.push({ place, source: { ...node, when: [] } })
      continue
    }
    const clause = activeClause(node, holds)
    if (clause) clauses.push(clause)
  }
  if (selectsAll(policy)) return { clauses: [everything], sources }
  return { clauses: clauses.length > 0 ? clauses : [nothing], sources }
}

export const everything: Clause = { kind: 'clause', select: { by: 'all' }, operations: [], when: [] }

/** Clause that selects nothing. It is used if the conditions of no clause of the policy are true. */
const nothing: Clause = { ...everything, select: { by: 'none' } }

function activeClause(clause: Clause, holds: (condition: Clause['when'][number]) => boolean): Clause | null {
  const { orElse, ...own } = clause
  const other = orElse ? activeClause(orElse, holds) : null
  if (!clause.when.every(holds)) return null
  return { ...own, when: [], ...(other && { orElse: other }) }
}

/** Returns a policy in which these operations are added to each clause that does not set them itself. */
export function withOperations(policy: ActivePolicy, operations: readonly Operation[]): ActivePolicy {
  if (operations.length === 0) return policy
  const addOperations = ({ orElse, ...clause }: Clause): Clause => {
    const summarizes = obstacleToSummaries(clause) === null
    const added = operations.filter(
      one =>
        (summarizes || one.op !== 'summarize') && !clause.operations.some(own => isSameSetting(own, one)),
    )
    const all = [...clause.operations, ...added]
    return { ...clause, operations: all, ...(orElse !== undefined && { orElse: addOperations(orElse) }) }
  }
  const always = operations.filter(({ op }) => op !== 'summarize')
  return { ...policy, clauses: policy.clauses.map(addOperations), always }
}

/** Kinds of operations that may occur several times in one clause, with different settings. */
const joined: ReadonlySet<Operation['op']> = new Set(['dedupe', 'fence'])

/** Whether two operations set the same property, so that one replaces the other. */
const isSameSetting = (own: Operation, other: Operation): boolean =>
  joined.has(own.op) ? toJson(own) === toJson(other) : own.op === other.op
