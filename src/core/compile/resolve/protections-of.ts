import type { Protection } from '../../ir/protection.ts'
import type { PlacedAgent } from '../../program/placed.ts'
import type { CompileOptions } from '../contract/options.ts'

/**
 * Returns the protections of an agent, each once: those of the compile, of the agents above it in the program, and its
 * own.
 */
export const allProtectionsOf = (
  { agent, over }: PlacedAgent,
  { protect = [] }: Pick<CompileOptions, 'protect'>,
): readonly Protection[] => [
  ...new Set([...protect, ...[...over, agent].flatMap(each => each.protect ?? [])]),
]
