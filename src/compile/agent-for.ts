import { dueAgent } from '../agent/due-member.ts'
import { agentIn, firstOf, type Placed } from '../agent/graph.ts'
import type { Session } from '../session/session.ts'
import type { Declaration } from './read-program.ts'

/** The agent of a program that is named, or the one that is due. Throws a TypeError where there is none. */
export function agentFor({ member, graph }: Declaration, session: Session, name: string | undefined): Placed {
  // Most programs have one agent, whoever spoke.
  const due = graph.agents.size === 1 ? firstOf(graph) : undefined
  return agentIn(graph, name ?? due ?? dueAgent(member, graph, session)?.name)
}
