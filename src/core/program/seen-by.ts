import type { Session } from '../session/session.ts'
import { callerBranchOf, sessionInScopes } from '../session/view/scoped-keys.ts'
import type { PlacedAgent } from './placed.ts'
import type { Declaration } from './read-program.ts'
import { programConversation } from './turn/invocation.ts'
import { nextInConversation } from './turn/next-member.ts'

/**
 * Returns a session with the state that an agent reads on a branch; by default, on the first branch on which the agent
 * is next. Members of a group that run at the same time do not see each other's changes, and the member of a `mapOver`
 * sees its item.
 */
export function sessionSeenBy(
  { member, graph }: Declaration,
  session: Session,
  { agent }: PlacedAgent,
  branch?: string,
): Session {
  // In most programs, all agents read the session's state.
  if (graph.branches.size === 0) return session
  const own = branch === undefined ? null : callerBranchOf(session, branch)
  const { due } = nextInConversation(member, graph, session, {
    ...programConversation(session),
    withSteps: true,
  })
  for (const each of due) {
    if (each.kind !== 'agent') continue
    if (own === null ? each.agent === agent : each.branch === own)
      return sessionInScopes(session, each.scopes)
  }
  return session
}
