import type { Agent } from '../agent/agent.ts'

/** An agent in its program. */
export interface Placed {
  readonly agent: Agent
  /** The root of the tree of agents that it is in: itself, unless it is another's sub-agent. */
  readonly root: Agent
  readonly parent: Agent | null
  /** The branch on which it speaks; empty for the trunk. */
  readonly branch: string
}

/** A program's agents by name. */
export interface Agents {
  readonly agents: ReadonlyMap<string, Placed>
}

/** Authors that importers give a model's words: they are an agent's own where it is the only one. */
export const importedAuthors: readonly string[] = ['agent', 'assistant']

/** The agent that an author is; undefined for somebody who is not of the program. */
export function placedBy({ agents }: Agents, author: string): Placed | undefined {
  const placed = agents.get(author)
  if (placed !== undefined || agents.size > 1 || !importedAuthors.includes(author)) return placed
  return agents.values().next().value
}

/** The key that an agent's answers are kept under: its own, or that of the nearest above it, for which it answers. */
export function outputKeyOf(
  graph: Agents,
  { agent, parent }: Pick<Placed, 'agent' | 'parent'>,
): string | undefined {
  const above = parent === null ? undefined : graph.agents.get(parent.name)
  return agent.outputKey ?? (above && outputKeyOf(graph, above))
}

/** The agent's model, or that of the nearest above it that has one. */
export function modelOf(
  graph: Agents,
  { agent, parent }: Pick<Placed, 'agent' | 'parent'>,
): string | undefined {
  const above = parent === null ? undefined : graph.agents.get(parent.name)
  return agent.model ?? (above && modelOf(graph, above))
}
