import type { Agent } from '../../agent/agent.ts'
import { selectsAll } from '../../context/policy/may-show.ts'
import { activatePolicy, everything, withOperations } from '../../context/selection/active-policy.ts'
import type { Condition } from '../../ir/policy.ts'
import type { Graph } from '../../program/graph.ts'
import { importedAuthors, type PlacedAgent } from '../../program/placed.ts'
import { keysRead } from '../../program/reads.ts'
import type { Routing } from '../../session/unit/routing.ts'
import type { Sight } from '../../session/unit/sight.ts'
import { conditionHolds } from './condition-holds.ts'
import { allProtectionsOf } from './protections-of.ts'
import type { Situation } from './situation.ts'

/** Returns the sight of an agent: the settings that decide which part of a session the agent sees. */
export function sightOf(
  { graph, placed, session, options }: Situation,
  failed: (condition: Condition, why: string) => void,
): Sight {
  const { agent } = placed
  const asked = agent.includeContents === 'default' ? 'all' : (agent.includeContents ?? 'topology')
  const branch = options.run?.branch ?? placed.branch
  const own = ownAuthors(graph, agent)
  const always = allProtectionsOf(placed, options).flatMap(({ operations = [] }) => operations)
  if (agent.context === undefined) {
    const sight = { own, branch, contents: asked, ...routingOf(graph, placed) }
    return always.length === 0
      ? sight
      : { ...sight, policy: withOperations({ clauses: [everything], sources: [] }, always) }
  }
  const policy = withOperations(
    activatePolicy(agent.context, condition => conditionHolds(condition, session, failed)),
    always,
  )
  // A policy that only adds context blocks selects the same history as an agent without a policy.
  return selectsAll(agent.context)
    ? { own, branch, contents: 'topology', ...routingOf(graph, placed), policy }
    : { own, branch, contents: 'all', policy }
}

/** Returns the authors whose messages count as the agent's own messages. */
const ownAuthors = ({ agents }: Graph, { name }: Agent): ReadonlySet<string> =>
  new Set([name, ...(agents.size === 1 ? importedAuthors : [])])

/**
 * Returns the settings by which an agent reads other agents' answers from the state; an empty object if the agent reads
 * no key.
 */
function routingOf(graph: Graph, { agent, root }: PlacedAgent): { readonly routing?: Routing } {
  // Only answers of other agents reach an agent through the state.
  const reads = graph.agents.size === 1 ? new Set<string>() : keysRead(agent, root)
  if (reads.size === 0) return {}
  const authors = [...(graph.routes.get(agent.name)?.keys() ?? [])]
  return { routing: { reads, authors, lineage: graph.lineage } }
}
