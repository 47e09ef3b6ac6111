import { isNative, type Tool } from './agent.ts'

/** The declared name of the first tool that brings back what handles stand for; null where there is none. */
export function expanderOf(tools: readonly Tool[] = []): string | null {
  for (const tool of tools) if (!isNative(tool) && tool.expands === true) return tool.name
  return null
}
