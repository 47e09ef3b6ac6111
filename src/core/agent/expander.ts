import { isNative, type Tool } from './agent.ts'

/** Returns the declared name of the first tool that expands handles; null if there is none. */
export function expanderOf(tools: readonly Tool[] = []): string | null {
  for (const tool of tools) if (!isNative(tool) && tool.expands === true) return tool.name
  return null
}
