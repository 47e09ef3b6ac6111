import type { Agent } from '../agent/agent.ts'
import type { Lineage } from '../session/unit/provenance.ts'
import type { StateStep } from '../state/step.ts'
import { lineageOf } from './lineage.ts'
import { isAgent, type Member } from './member.ts'
import type { Agents, Placed } from './placed.ts'
import { type RoutesByReader, routesIn } from './routes.ts'
import { stepsOf, walk } from './walk.ts'

/** A program's agents, each in its place. */
export interface Graph extends Agents {
  /** Names that several agents have; the first of each is the one in `agents`. */
  readonly doubled: readonly string[]
  readonly routes: RoutesByReader
  readonly lineage: Lineage
  /** Steps of the program, in the order in which they are declared. */
  readonly steps: readonly StateStep[]
}

/** The agent of a name. Throws a TypeError where there is none. */
export function agentIn({ agents }: Graph, name: string | undefined): Placed {
  const placed = agents.get(name ?? '')
  if (placed !== undefined) return placed
  const names = [...agents.keys()].join(', ')
  throw new TypeError(
    name === undefined
      ? 'the program has no agent'
      : `the program has no agent '${name}'; there are ${names}`,
  )
}

/** The first agent of a program, as it is declared. */
export const firstOf = ({ agents }: Graph): string | undefined => agents.keys().next().value

/** Finds the agents of a program, those of trees among them, in the order in which they are declared. */
export function graphOf(program: Member): Graph {
  const agents = new Map<string, Placed>()
  const doubled = new Set<string>()
  const place = (agent: Agent, root: Agent, parent: Agent | null, branch: string): void => {
    const known = agents.get(agent.name)
    // The same agent at two places is one; it is looked into once.
    if (known !== undefined) {
      if (known.agent !== agent) doubled.add(agent.name)
      return
    }
    agents.set(agent.name, { agent, root, parent, branch })
    for (const child of agent.subAgents ?? []) place(child, root, agent, branch)
  }
  for (const { member, branch } of walk(program)) if (isAgent(member)) place(member, member, null, branch)
  const steps = stepsOf(program)
  return {
    agents,
    doubled: [...doubled],
    routes: routesIn(program),
    lineage: lineageOf(steps, program, agents),
    steps,
  }
}
