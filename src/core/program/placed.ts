import type { Agent } from '../agent/agent.ts'
import type { BranchPattern } from './branch-pattern.ts'

/** Place of an agent in its program. */
export interface ProgramPlace extends BranchPattern {
  readonly agent: Agent
  /** Root of the agent's tree: the agent itself, unless it is a sub-agent. */
  readonly root: Agent
  readonly parent: Agent | null
  /** For an agent that works as a tool: the agent that calls it. */
  readonly caller?: Agent
}

/** An agent in its program. */
export interface PlacedAgent extends ProgramPlace {
  /**
   * Agents whose protections also apply to this agent, outermost first: its parents and callers, their parents and
   * callers, and so on.
   */
  readonly over: readonly Agent[]
}

/** A program's agents by name. */
export interface Agents {
  readonly agents: ReadonlyMap<string, PlacedAgent>
}

/**
 * Author names that importers give to a model's messages. If a program has only one agent, messages with these names
 * count as that agent's.
 */
export const importedAuthors: readonly string[] = ['agent', 'assistant']

/** Returns the agent that an author name refers to; undefined if the author is not in the program. */
export function agentByAuthor({ agents }: Agents, author: string): PlacedAgent | undefined {
  const placed = agents.get(author)
  if (placed !== undefined || agents.size > 1 || !importedAuthors.includes(author)) return placed
  return agents.values().next().value
}

/** Returns the state key for an agent's answers: its own `outputKey`, or that of the nearest agent above it. */
export function outputKeyOf(
  graph: Agents,
  { agent, parent }: Pick<PlacedAgent, 'agent' | 'parent'>,
): string | undefined {
  const above = parent === null ? undefined : graph.agents.get(parent.name)
  return agent.outputKey ?? (above && outputKeyOf(graph, above))
}

/**
 * Returns an agent's models, first choice first. An agent without models uses those of the nearest agent above it or of
 * its caller.
 */
export function modelsOf(
  graph: Agents,
  { agent, parent, caller }: Pick<PlacedAgent, 'agent' | 'parent' | 'caller'>,
): readonly string[] {
  if (agent.model !== undefined) return [agent.model, ...(agent.fallbackModels ?? [])]
  const above = graph.agents.get((parent ?? caller)?.name ?? '')
  return above === undefined ? [] : modelsOf(graph, above)
}

/** Returns the agent's first model; undefined if it has none. */
export const firstModel = (
  graph: Agents,
  placed: Pick<PlacedAgent, 'agent' | 'parent' | 'caller'>,
): string | undefined => modelsOf(graph, placed)[0]
