import type { Agent } from '../agent/agent.ts'
import type { Graph } from '../program/graph.ts'
import { isAgent, type Member } from '../program/member.ts'
import type { Placed } from '../program/placed.ts'
import type { Declaration } from '../program/read-program.ts'
import { walk } from '../program/walk.ts'
import { nodesOf } from './agent-flow.ts'
import { written } from './cell.ts'
import { Interpreter } from './interpret.ts'
import { Recorder } from './recorder.ts'
import { World } from './world.ts'

/** An agent at one place of a program. */
export interface Standing extends Placed {
  readonly place: string
}

/** Facts about a program before it runs. */
export interface Facts {
  readonly program: Member
  readonly graph: Graph
  /** Agents whose output key follows from where they stand. */
  readonly inferred: ReadonlySet<Agent>
  /** By path, in the order in which they are declared. */
  readonly members: ReadonlyMap<string, Member>
  /** Agents, those of trees among them; one that stands at two places twice. */
  readonly agents: readonly Standing[]
  /** By name; several places of one agent, or agents that have one name, together. */
  readonly named: ReadonlyMap<string, readonly Standing[]>
  readonly recorder: Recorder
}

/** Goes through a program, and says what was found. */
export function factsOf({ member: program, graph, inferred }: Declaration): Facts {
  const members = new Map(walk(program).map(({ member, path }) => [path.join('.'), member]))
  const agents = [...members].flatMap(([place, member]) =>
    isAgent(member) ? standings(graph, member, place) : [],
  )
  const recorder = new Recorder()
  const brought = new Set(agents.flatMap(({ agent }) => agent.expects ?? []))
  const begin = [...brought].reduce((world, key) => {
    const by = { kind: 'session', name: 'the session' } as const
    return world.with(key, written(recorder.write({ key, by, place: 'session', making: 'made' })))
  }, new World())
  new Interpreter(recorder).run(program, '', [begin])
  const named = new Map<string, Standing[]>()
  for (const standing of agents) {
    const same = named.get(standing.agent.name)
    if (same === undefined) named.set(standing.agent.name, [standing])
    else same.push(standing)
  }
  return { program, graph, inferred, members, agents, named, recorder }
}

const standings = (graph: Graph, root: Agent, place: string): readonly Standing[] => {
  const branch = graph.agents.get(root.name)?.branch ?? ''
  const parents = new Map<Agent, Agent>()
  return nodesOf(root, place).map(({ agent, place }) => {
    for (const child of agent.subAgents ?? []) parents.set(child, agent)
    return { agent, root, parent: parents.get(agent) ?? null, branch, place }
  })
}
