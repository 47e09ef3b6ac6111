import { isNative } from './agent.ts'
import type { ResolvedAgent } from './resolved.ts'

/** Returns the names of the tools that an agent declares. */
export const toolNames = ({ tools }: ResolvedAgent): string[] =>
  tools.flatMap(tool => (isNative(tool) ? [] : [tool.name]))
