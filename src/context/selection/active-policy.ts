import type { ActivePolicy, Clause, PlacedSource, Policy } from '../../ir/policy.ts'
import { selectsAll } from '../policy/may-show.ts'

/** Returns the clauses and sources of a policy whose conditions hold. */
export function activate(
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

const everything: Clause = { kind: 'clause', select: { by: 'all' }, operations: [], when: [] }

/** Clause of a policy in which no clause's conditions hold. */
const nothing: Clause = { ...everything, select: { by: 'none' } }

function activeClause(clause: Clause, holds: (condition: Clause['when'][number]) => boolean): Clause | null {
  const { orElse, ...own } = clause
  const other = orElse ? activeClause(orElse, holds) : null
  if (!clause.when.every(holds)) return null
  return { ...own, when: [], ...(other && { orElse: other }) }
}
