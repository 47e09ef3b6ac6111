import { addFences } from '../resolve/fenced.ts'
import { protectResolved } from '../resolve/protected.ts'
import { type Resolved, resolveAgent } from '../resolve/resolve.ts'
import type { RoundState } from './round.ts'

/** Returns the agent with everything that depends on the session and the options, without protected values. */
export function resolveState({
  kept,
  placed,
  seen,
  options,
  provided,
  recalled,
  lens,
  protections,
}: RoundState): Resolved {
  const { graph, format, inferred } = kept.program
  const from = { imported: format !== null, provided: provided ?? {}, recalled: recalled.found, inferred }
  const agent = resolveAgent(graph, placed, seen, options, from)
  if (protections.length === 0) return agent
  // Marks between words come last, because they would hide values of several words from detectors.
  return addFences(protections, protectResolved(lens, agent, recalled.found))
}
