import type { Diagnostic } from '../diag/diagnostic.ts'
import { decidingFailed, memberIncomplete } from '../diag/program.ts'
import type { Session } from '../session/session.ts'
import { agentIn, firstOf } from './graph.ts'
import { isAgent } from './member.ts'
import { placeOf, placeOfMember } from './path-of.ts'
import type { PlacedAgent } from './placed.ts'
import type { Declaration } from './read-program.ts'
import { programConversation } from './turn/invocation.ts'
import { nextAnswerInTree } from './turn/next-agent.ts'
import { nextInConversation } from './turn/next-member.ts'

/**
 * Agent for which a request is made. `failed`: diagnostics about conditions that failed while the next agent was
 * determined.
 */
export interface AgentFor {
  readonly placed: PlacedAgent
  readonly failed: readonly Diagnostic[]
}

/** Returns the named agent of a program, or by default the agent that is next. Throws a TypeError if there is none. */
export function agentFor(
  { member, graph }: Declaration,
  session: Session,
  name: string | undefined,
): AgentFor {
  const agentWithFailures = (placed: PlacedAgent, failed: readonly Diagnostic[] = []): AgentFor => ({
    placed,
    failed,
  })
  // Most programs have one agent, which is always next.
  if (name !== undefined || (graph.agents.size === 1 && isAgent(member)))
    return agentWithFailures(agentIn(graph, name ?? firstOf(graph)))
  if (isAgent(member))
    return agentWithFailures(
      agentIn(graph, nextAnswerInTree(graph, member, session, programConversation(session)).name),
    )
  const { due, last, failed, groundless } = nextInConversation(member, graph, session, {
    ...programConversation(session),
    withSteps: false,
  })
  const [next] = due
  const agent = next?.kind === 'agent' ? next.agent : last
  return agentWithFailures(agentIn(graph, agent?.name ?? firstOf(graph)), [
    ...failed.map(each => decidingFailed(placeOf(member, each), each.why)),
    ...groundless.map(each => memberIncomplete(placeOfMember(member, each.member), each.why)),
  ])
}
