import type { Placed } from '../../program/placed.ts'
import type { Protection } from '../../protect/protection.ts'
import type { CompileOptions } from '../contract/options.ts'

/** Returns the protections of an agent: its own, those of its root and those of the compile, each once. */
export const protectionsOf = (
  { agent, root }: Placed,
  { protect = [] }: Pick<CompileOptions, 'protect'>,
): readonly Protection[] => [...new Set([...protect, ...(root.protect ?? []), ...(agent.protect ?? [])])]
