import type { Agent } from '../agent/agent.ts'
import { toolAgentsOf } from '../agent/tool-facts.ts'
import { noCallBranch } from '../ir/call-branch.ts'
import type { Lineage } from '../session/unit/provenance.ts'
import type { StateStep } from '../state/step.ts'
import { suggestKnown } from '../text/suggest.ts'
import type { BranchPattern } from './branch-pattern.ts'
import { lineageOf } from './lineage.ts'
import { arrangementOf, type Group, isAgent, isGroup, type Member } from './member.ts'
import type { Agents, PlacedAgent, ProgramPlace } from './placed.ts'
import { type RoutesByReader, routesIn } from './routes.ts'
import { type Site, stepsOf, walk } from './walk.ts'

/** A program's agents, each with its place. */
export interface Graph extends Agents {
  /** Names that several agents share; `agents` has the first agent of each. */
  readonly doubled: readonly string[]
  readonly routes: RoutesByReader
  readonly lineage: Lineage
  /** Steps of the program, in the order of declaration. */
  readonly steps: readonly StateStep[]
  /** By group whose members each have a branch of their own, these branches. */
  readonly branches: ReadonlyMap<Group, readonly BranchPattern[]>
}

/** Returns the agent with a name. Throws a TypeError if there is none. */
export function agentIn({ agents }: Graph, name: string | undefined): PlacedAgent {
  const placed = agents.get(name ?? '')
  if (placed !== undefined) return placed
  throw new TypeError(
    name === undefined
      ? 'the program has no agent'
      : `the program has no agent '${name}': ${suggestKnown(name, [...agents.keys()])}`,
  )
}

/** Returns the name of a program's first agent, in the order of declaration. */
export const firstOf = ({ agents }: Graph): string | undefined => agents.keys().next().value

/** Returns the graph of a program. Its agents, including those in trees, are in the order of declaration. */
export function graphOf(program: Member): Graph {
  const agents = new Map<string, PlacedAgent>()
  const doubled = new Set<string>()
  const callers: Agent[] = []
  const over = new Map<string, Agent[]>()
  const place = (placed: ProgramPlace): void => {
    const { agent, root, parent, caller, branch, itemsAt } = placed
    const direct = parent ?? caller
    // Noted for an agent that is placed already too: each of its callers protects it.
    if (direct !== undefined) over.set(agent.name, [...(over.get(agent.name) ?? []), direct])
    const known = agents.get(agent.name)
    // An agent at two places is one agent and is examined once.
    if (known !== undefined) {
      if (known.agent !== agent) doubled.add(agent.name)
      return
    }
    agents.set(agent.name, { ...placed, over: [] })
    callers.push(agent)
    for (const child of agent.subAgents ?? []) place({ agent: child, root, parent: agent, branch, itemsAt })
  }
  const sites = walk(program)
  for (const { member, branch, itemsAt } of sites)
    if (isAgent(member)) place({ agent: member, root: member, parent: null, branch, itemsAt })
  // After all members: an agent that is a member and a tool is placed as a member. Tools add callers of their own.
  for (const caller of callers)
    for (const agent of toolAgentsOf(caller))
      place({ agent, root: agent, parent: null, caller, branch: noCallBranch, itemsAt: [] })
  for (const [name, placed] of agents) agents.set(name, { ...placed, over: allOver(name, over) })
  // Only a program whose agents read each other's answers asks for these.
  let steps: readonly StateStep[] | undefined
  let lineage: Lineage | undefined
  return {
    agents,
    doubled: [...doubled],
    routes: agents.size > 1 ? routesIn(program) : new Map(),
    get lineage() {
      lineage ??= lineageOf(this.steps, program, agents)
      return lineage
    },
    get steps() {
      steps ??= stepsOf(program)
      return steps
    },
    branches: branchesOf(sites),
  }
}

/** Returns the agents over an agent, however far, outermost first. */
function allOver(name: string, over: ReadonlyMap<string, readonly Agent[]>): readonly Agent[] {
  const found = new Set<string>([name])
  const above = (below: string): readonly Agent[] =>
    (over.get(below) ?? []).flatMap(agent => {
      if (found.has(agent.name)) return []
      found.add(agent.name)
      return [...above(agent.name), agent]
    })
  return above(name)
}

/** Returns the branches of the members of groups that run apart. A group at two places has those of the first. */
function branchesOf(sites: readonly Site[]): ReadonlyMap<Group, readonly BranchPattern[]> {
  const byGroup = new Map<Group, readonly BranchPattern[]>()
  for (const { member, inner } of sites)
    if (isGroup(member) && arrangementOf(member) === 'apart' && !byGroup.has(member))
      byGroup.set(member, inner)
  return byGroup
}
