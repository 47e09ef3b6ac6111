import type { Agent } from '../../core/agent/agent.ts'
import type { Protection } from '../../core/ir/protection.ts'
import { hasGuard } from '../../core/protect/protection.ts'
import type { Session } from '../../core/session/session.ts'
import { ProtectedLog } from './protected-log.ts'

/**
 * Returns the protected log of a conversation; null if none of its agents is protected. Its agents share one model, and so
 * what any of them may not see. Throws a TypeError for a protection that a conversation cannot keep.
 */
export function protectedLogFor(
  agent: Agent,
  given: readonly Protection[],
  log: Session,
  of: string,
): ProtectedLog | null {
  const agents = agentsOf(agent)
  const all = [...new Set([...given, ...agents.flatMap(({ protect = [] }) => protect)])]
  const guarded = all.filter(hasGuard)
  const other = all.find(each => !hasGuard(each))
  if (other !== undefined)
    throw new TypeError(
      `${of}: ${other.kind}() has no place in a live conversation: the model keeps its history itself`,
    )
  if (guarded.some(({ isLate }) => isLate === true))
    throw new TypeError(
      `${of}: a live conversation cannot wait for a detector: use one with find, not findLater`,
    )
  const [first] = guarded
  if (first === undefined) return null
  return new ProtectedLog(first.guard(guarded), new Set(agents.map(({ name }) => name)), log)
}

/** Returns an agent and those below it. */
const agentsOf = (agent: Agent): readonly Agent[] => [agent, ...(agent.subAgents ?? []).flatMap(agentsOf)]
