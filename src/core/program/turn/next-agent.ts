import type { Agent } from '../../agent/agent.ts'
import { transferName } from '../../ir/call.ts'
import { branchConversation } from '../../ir/call-branch.ts'
import type { Session } from '../../session/session.ts'
import type { Graph } from '../graph.ts'
import { agentByAuthor, type PlacedAgent } from '../placed.ts'
import { transferTargetOf, transferTargets } from '../transfer.ts'
import { endsTurn } from './ends-turn.ts'
import type { WalkedConversation } from './invocation.ts'

/**
 * Returns the next answer in a tree of agents. It comes from the target of the last transfer, or from the agent that
 * spoke last, if that agent keeps the conversation. The current turn begins at the event `from`.
 */
export function nextAnswerInTree(
  graph: Graph,
  root: Agent,
  session: Session,
  { from, conversation }: Pick<WalkedConversation, 'from' | 'conversation'>,
): Agent {
  const { rows, runMarks } = session.units
  let isLast = true
  for (let unit = rows.length - 1; unit >= 0; unit--) {
    if (rows.isRewound(unit)) continue
    if (rows.ownKindOf(unit) !== 'model' || branchConversation(rows.branchOf(unit)) !== conversation) continue
    const placed = graph.agents.get(rows.authorOf(unit))
    if (placed === undefined || placed.root !== root || runMarks.isReport(rows.seqOf(unit))) continue
    // A transfer has no further effect once another agent has spoken after it.
    const target = isLast ? transferredAgent(session, unit, placed) : null
    if (target !== null) return target
    const goesOn = isLast && rows.seqOf(unit) >= from && !endsTurn(session, unit)
    if (goesOn || keepsConversation(graph, placed)) return placed.agent
    isLast = false
  }
  return root
}

/** Returns the agent of a tree that continues a turn after a unit that does not end the turn. */
export function continuingAgent(graph: Graph, root: Agent, session: Session, unit: number): Agent {
  const placed = agentByAuthor(graph, session.units.rows.authorOf(unit))
  return placed === undefined ? root : (transferredAgent(session, unit, placed) ?? placed.agent)
}

/** Returns the agent that a unit transfers to; null if there is no valid target. */
function transferredAgent(session: Session, unit: number, placed: PlacedAgent): Agent | null {
  const { rows } = session.units
  for (const index of rows.callsOf(unit).toReversed()) {
    const call = rows.call(index)
    if (call.name !== transferName || call.answer === null) continue
    const part = session.event(call.seq).parts[call.part]
    const result = session.event(call.answer.seq).parts[call.answer.part]
    if (part?.kind !== 'tool-call' || (result?.kind === 'tool-result' && result.isError)) continue
    const target = transferTargetOf(part, transferTargets(placed))
    if (target !== null) return target
  }
  return null
}

/**
 * Whether an agent keeps the conversation and answers the user's next message: it and every agent above it may transfer
 * back.
 */
function keepsConversation(graph: Graph, { agent, parent }: PlacedAgent): boolean {
  if (parent === null) return true
  if (agent.allowTransfer?.parent === false) return false
  const above = graph.agents.get(parent.name)
  return above === undefined || keepsConversation(graph, above)
}
