import type { MissingValue } from '../../diag/template.ts'
import type { Graph } from '../../program/graph.ts'
import type { Session } from '../../session/session.ts'

/**
 * Returns the state keys with a string as value, although an instruction reads a field inside the value and the agent
 * that writes the key has an output schema.
 */
export function unparsedKeys(
  gaps: readonly MissingValue[],
  { agents }: Graph,
  { state }: Session,
): readonly string[] {
  const keys = new Set(
    gaps.flatMap(({ key, isWhole }) => {
      const [first = '', ...path] = key.split('.')
      return isWhole || path.length === 0 ? [] : [first]
    }),
  )
  const hasSchema = (key: string): boolean =>
    [...agents.values()].some(({ agent }) => agent.outputKey === key && agent.outputSchema !== undefined)
  return [...keys].filter(
    key => Object.hasOwn(state, key) && typeof state[key] === 'string' && hasSchema(key),
  )
}
