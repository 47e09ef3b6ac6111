import type { Protection } from '../../ir/protection.ts'
import type { PlacedAgent } from '../../program/placed.ts'
import type { CompileOptions } from '../contract/options.ts'

/**
 * Returns the protections of an agent, each once: the compile's, those of the agents above it in the program, and the
 * agent's own.
 */
export const allProtectionsOf = (
  { agent, over }: PlacedAgent,
  { protect = [] }: Pick<CompileOptions, 'protect'>,
): readonly Protection[] => [
  ...new Set([...protect, ...[...over, agent].flatMap(each => each.protect ?? [])]),
]
