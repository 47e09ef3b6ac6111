import type { Agent } from '../../agent/agent.ts'
import { selectsAll } from '../../context/policy/may-show.ts'
import { activate, everything, withOperations } from '../../context/selection/active-policy.ts'
import type { ActivePolicy, Condition, Policy } from '../../ir/policy.ts'
import type { Graph } from '../../program/graph.ts'
import { importedAuthors, type Placed } from '../../program/placed.ts'
import { keysRead } from '../../program/reads.ts'
import type { Session } from '../../session/session.ts'
import type { Routing } from '../../session/unit/routing.ts'
import type { Sight } from '../../session/unit/sight.ts'
import { viewOf } from '../../state/view.ts'
import { isPromise } from '../../text/promise.ts'
import { reasonOf } from '../../text/reason.ts'
import { protectionsOf } from './protections-of.ts'
import type { Situation } from './situation.ts'

/** Returns the sight of an agent: the settings that decide which part of a session it sees. */
export function sightOf(
  { graph, placed, session, options }: Situation,
  failed: (condition: Condition, why: string) => void,
): Sight {
  const { agent } = placed
  const asked = agent.includeContents === 'default' ? 'all' : (agent.includeContents ?? 'topology')
  const branch = options.run?.branch ?? placed.branch
  const own = ownOf(graph, agent)
  const always = protectionsOf(placed, options).flatMap(({ operations = [] }) => operations)
  if (agent.context === undefined) {
    const sight = { own, branch, contents: asked, ...routingOf(graph, placed) }
    return always.length === 0
      ? sight
      : { ...sight, policy: withOperations({ clauses: [everything], sources: [] }, always) }
  }
  const policy = withOperations(activePolicy(agent.context, session, failed), always)
  // A policy that only adds context blocks shows the same history as no policy.
  return selectsAll(agent.context)
    ? { own, branch, contents: 'topology', ...routingOf(graph, placed), policy }
    : { own, branch, contents: 'all', policy }
}

/** Returns the authors whose messages count as an agent's own. */
const ownOf = ({ agents }: Graph, { name }: Agent): ReadonlySet<string> =>
  new Set([name, ...(agents.size === 1 ? importedAuthors : [])])

/** Returns the way in which other agents' answers reach an agent through state; nothing if it reads no key. */
function routingOf({ lineage, routes }: Graph, { agent, root }: Placed): { readonly routing?: Routing } {
  const reads = keysRead(agent, root)
  const authors = [...(routes.get(agent.name)?.keys() ?? [])]
  return reads.size === 0 ? {} : { routing: { reads, authors, lineage } }
}

/** Returns an agent's policy with its conditions evaluated. A condition that throws counts as false. */
function activePolicy(
  policy: Policy,
  session: Session,
  failed: (condition: Condition, why: string) => void,
): ActivePolicy {
  return activate(policy, condition => {
    if (typeof condition === 'string') return Boolean(session.state[condition])
    try {
      const holds: unknown = condition(viewOf(session.state).state)
      if (isPromise(holds)) throw new TypeError('it gave a promise: conditions are sync')
      return Boolean(holds)
    } catch (error) {
      failed(condition, reasonOf(error))
      return false
    }
  })
}
