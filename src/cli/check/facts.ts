import type { Agent } from '../../core/agent/agent.ts'
import { noCallBranch } from '../../core/ir/call-branch.ts'
import type { ModelRow } from '../../core/ir/model.ts'
import { trunk } from '../../core/program/branch-pattern.ts'
import type { Graph } from '../../core/program/graph.ts'
import { isAgent, type Member } from '../../core/program/member.ts'
import type { ProgramPlace } from '../../core/program/placed.ts'
import type { Declaration } from '../../core/program/read-program.ts'
import { walk } from '../../core/program/walk.ts'
import { type Node, nodesOf, toolNodesOf } from './agent-flow.ts'
import { writtenCell } from './cell.ts'
import { Interpreter } from './interpret.ts'
import { FindingRecorder } from './recorder.ts'
import { World } from './world.ts'
import type { Worlds } from './worlds.ts'
import { isNeverReadLater, type Write } from './write.ts'

/** Agent at one place of a program. An agent at two places has two entries. */
export interface StandingAgent extends ProgramPlace {
  readonly place: string
}

/** Facts about a program that its declaration shows without a run. */
export interface Facts {
  readonly program: Member
  readonly graph: Graph
  /** Agents whose output key was inferred from their place in the program. */
  readonly inferred: ReadonlySet<Agent>
  /** Program members by path, in declaration order. */
  readonly members: ReadonlyMap<string, Member>
  /** Agents, including those of agent trees. An agent at two places is listed twice. */
  readonly agents: readonly StandingAgent[]
  /** Agents by name. A name's list contains every place of its agent, and every other agent with this name. */
  readonly named: ReadonlyMap<string, readonly StandingAgent[]>
  readonly recorder: FindingRecorder
  /** Writes whose value is always replaced before anything reads it, on every path through the program. */
  readonly replaced: ReadonlySet<Write>
  /** Table rows of models that the caller supplied, in the form of compile options. */
  readonly models: { readonly modelRows?: readonly ModelRow[] }
}

/** Analyses a program, and returns the facts about it. */
export function programFacts(
  { member: program, graph, inferred }: Declaration,
  modelRows?: readonly ModelRow[],
): Facts {
  const models = modelRows === undefined ? {} : { modelRows }
  const members = new Map(walk(program).map(({ member, path }) => [path.join('.'), member]))
  const agents = [...members].flatMap(([place, member]) =>
    isAgent(member) ? agentsOfTree(graph, member, place) : [],
  )
  const recorder = new FindingRecorder()
  const brought = new Set(agents.flatMap(({ agent }) => agent.expects ?? []))
  const begin = [...brought].reduce((world, key) => {
    const by = { kind: 'session', name: 'the session' } as const
    return world.withCell(
      key,
      writtenCell(recorder.recordWrite({ key, by, place: 'session', making: 'made' })),
    )
  }, new World())
  const { after } = new Interpreter(recorder).outcomeOfMember(program, '', [begin])
  const named = new Map<string, StandingAgent[]>()
  for (const standing of agents) {
    const same = named.get(standing.agent.name)
    if (same === undefined) named.set(standing.agent.name, [standing])
    else same.push(standing)
  }
  return {
    program,
    graph,
    inferred,
    members,
    agents,
    named,
    recorder,
    replaced: writesReplacedUnread(recorder, after),
    models,
  }
}

/** Returns the writes whose value is always replaced before anything reads it, although some place reads the key. */
function writesReplacedUnread({ sites, writes }: FindingRecorder, ends: Worlds): ReadonlySet<Write> {
  const reads = [...sites.values()]
  const read = new Set(reads.map(({ key }) => key))
  // If a reader may find its key missing, another rule reports the values that do not reach it.
  for (const { key, missing } of reads) if (missing) read.delete(key)
  // The next turn may read all values that are set at the end of the program.
  const left = new Set(ends.flatMap(({ cells }) => [...cells].flatMap(([, cell]) => [...cell.writes])))
  return new Set(
    [...writes.values()].filter(
      write =>
        isNeverReadLater(write) && read.has(write.key) && write.replacedAt.size > 0 && !left.has(write),
    ),
  )
}

/** Returns the agents of an agent tree, each followed by the agents that answer calls of its tools. */
const agentsOfTree = (graph: Graph, root: Agent, place: string): readonly StandingAgent[] => {
  const { branch, itemsAt } = graph.agents.get(root.name) ?? trunk
  const parents = new Map<Agent, Agent>()
  return nodesOf(root, place).flatMap(node => {
    for (const child of node.agent.subAgents ?? []) parents.set(child, node.agent)
    const own = { ...node, root, parent: parents.get(node.agent) ?? null, branch, itemsAt }
    return [own, ...toolNodesOf(node).map(helper => placeToolAgent(graph, helper))]
  })
}

function placeToolAgent(graph: Graph, { agent, place }: Node): StandingAgent {
  const { root = agent, parent = null } = graph.agents.get(agent.name) ?? {}
  return { agent, root, parent, branch: noCallBranch, itemsAt: [], place }
}

/**
 * Whether a route may match none of its branches, so that its default branch or nothing runs. True for an unreachable
 * route, because nothing is known about it.
 */
export const mayMatchNone = ({ recorder }: Facts, place: string): boolean =>
  recorder.unmatched.has(place) || !recorder.reached.has(place)
