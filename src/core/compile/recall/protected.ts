import type { Agent } from '../../agent/agent.ts'
import type { Guard } from '../../protect/protection.ts'
import type { Recalled } from './recall.ts'

/** Returns an agent whose queries for memories hold no value that a guard protects: a store outside is asked them. */
export function withSafeQueries(agent: Agent, guard: Guard | null): Agent {
  const { context } = agent
  if (guard === null || context === undefined) return agent
  return {
    ...agent,
    context: context.map(node => {
      if (node.kind !== 'source' || node.from.source !== 'memory' || node.from.query === undefined)
        return node
      const { query } = node.from
      return { ...node, from: { ...node.from, query: guard.changeFor([query], 'declared')(query) } }
    }),
  }
}

/** Returns memories without the values that a guard protects, before their lines are written: a key has line breaks. */
export function withSafeMemories(recalled: Recalled, guard: Guard | null): Recalled {
  if (guard === null) return recalled
  const found = [...recalled.found].map(([origin, memories]) => {
    const change = guard.changeFor(
      memories.flatMap(({ text, author }) => [text, author]),
      'declared',
    )
    return [
      origin,
      memories.map(({ author, ...memory }) => ({
        ...memory,
        text: change(memory.text),
        ...(author !== undefined && { author: change(author) }),
      })),
    ] as const
  })
  return { ...recalled, found: new Map(found) }
}
