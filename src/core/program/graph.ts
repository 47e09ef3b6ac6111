import type { Agent } from '../agent/agent.ts'
import { toolAgentsOf } from '../agent/tool-facts.ts'
import { Path } from '../form/path.ts'
import { noCallBranch } from '../ir/call-branch.ts'
import type { Lineage } from '../session/unit/provenance.ts'
import type { StateStep } from '../state/step.ts'
import { suggestKnown } from '../text/suggest.ts'
import type { BranchPattern } from './branch-pattern.ts'
import { traceAnswers } from './lineage.ts'
import { arrangementOf, type Group, isAgent, isGroup, type Member } from './member.ts'
import type { Agents, PlacedAgent, ProgramPlace } from './placed.ts'
import { answersReachingAgents, type RoutesByReader } from './routes.ts'
import { type Site, stepsOf, walk } from './walk.ts'

/** A program's agents, with the place of each in the program. */
export interface Graph extends Agents {
  /** Names that several agents have; `agents` has the first agent of each name. */
  readonly doubled: readonly string[]
  readonly routes: RoutesByReader
  readonly lineage: Lineage
  /** Steps of the program, in the order of declaration. */
  readonly steps: readonly StateStep[]
  /** Branches of a group's members, by group, for groups in which each member has its own branch. */
  readonly branches: ReadonlyMap<Group, readonly BranchPattern[]>
}

/** Returns the agent with this name. Throws a TypeError if there is none. */
export function agentIn({ agents }: Graph, name: string | undefined): PlacedAgent {
  const placed = agents.get(name ?? '')
  if (placed !== undefined) return placed
  const at = Path.named('the program')
  if (name === undefined) throw at.wrong('has no agent')
  throw at.wrong(`has no agent '${name}'`, { help: suggestKnown(name, [...agents.keys()]) })
}

/** Returns the name of a program's first agent, in the order of declaration. */
export const firstOf = ({ agents }: Graph): string | undefined => agents.keys().next().value

/** Returns the graph of a program. Agents, including sub-agents, are in the order of declaration. */
export function graphOf(program: Member): Graph {
  const agents = new Map<string, PlacedAgent>()
  const doubled = new Set<string>()
  const callers: Agent[] = []
  const over = new Map<string, Agent[]>()
  const placeAgent = (placed: ProgramPlace): void => {
    const { agent, root, parent, caller, branch, itemsAt } = placed
    const direct = parent ?? caller
    // The parent or caller is recorded even if the agent already has a place, because the protections of all its
    // callers apply to the agent.
    if (direct !== undefined) over.set(agent.name, [...(over.get(agent.name) ?? []), direct])
    const known = agents.get(agent.name)
    // An agent that occurs at two places is visited only once.
    if (known !== undefined) {
      if (known.agent !== agent) doubled.add(agent.name)
      return
    }
    agents.set(agent.name, { ...placed, over: [] })
    callers.push(agent)
    for (const child of agent.subAgents ?? [])
      placeAgent({ agent: child, root, parent: agent, branch, itemsAt })
  }
  const sites = walk(program)
  for (const { member, branch, itemsAt } of sites)
    if (isAgent(member)) placeAgent({ agent: member, root: member, parent: null, branch, itemsAt })
  // Agents that are tools come after all members, so that an agent that is both a tool and a member gets its place as a
  // member. An agent that is a tool may call further agents.
  for (const caller of callers)
    for (const agent of toolAgentsOf(caller))
      placeAgent({ agent, root: agent, parent: null, caller, branch: noCallBranch, itemsAt: [] })
  for (const [name, placed] of agents) agents.set(name, { ...placed, over: agentsAbove(name, over) })
  // The steps are computed on demand, because only a program whose agents read each other's answers needs them.
  let steps: readonly StateStep[] | undefined
  let lineage: Lineage | undefined
  return {
    agents,
    doubled: [...doubled],
    routes: agents.size > 1 ? answersReachingAgents(program) : new Map(),
    get lineage() {
      lineage ??= traceAnswers(this.steps, program, agents)
      return lineage
    },
    get steps() {
      steps ??= stepsOf(program)
      return steps
    },
    branches: branchesOf(sites),
  }
}

/** Returns all agents above an agent (parents and callers), at any distance, outermost first. */
function agentsAbove(name: string, over: ReadonlyMap<string, readonly Agent[]>): readonly Agent[] {
  const found = new Set<string>([name])
  const above = (below: string): readonly Agent[] =>
    (over.get(below) ?? []).flatMap(agent => {
      if (found.has(agent.name)) return []
      found.add(agent.name)
      return [...above(agent.name), agent]
    })
  return above(name)
}

/**
 * Returns the branches of members, for groups in which each member has its own branch. A group that occurs twice has
 * the branches of its first place.
 */
function branchesOf(sites: readonly Site[]): ReadonlyMap<Group, readonly BranchPattern[]> {
  const byGroup = new Map<Group, readonly BranchPattern[]>()
  for (const { member, inner } of sites)
    if (isGroup(member) && arrangementOf(member) === 'apart' && !byGroup.has(member))
      byGroup.set(member, inner)
  return byGroup
}
