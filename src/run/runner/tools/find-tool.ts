import { type Agent, type FunctionTool, isNative } from '../../../core/agent/agent.ts'
import type { Executor } from '../../../core/agent/executor.ts'
import type { ToolHandlers } from '../../../core/agent/tool-handlers.ts'

/** Tool of an agent: its declaration and its functions. */
export interface FoundTool {
  readonly tool: FunctionTool
  readonly execute: Executor | null
  readonly handlers: ToolHandlers
}

/** Returns an agent's tool by its declared name; null if it has none. */
export function findTool({ tools = [], executors, toolHandlers }: Agent, name: string): FoundTool | null {
  const tool = tools.find((each): each is FunctionTool => !isNative(each) && each.name === name)
  if (tool === undefined) return null
  return { tool, execute: executors?.get(name) ?? null, handlers: toolHandlers?.get(name) ?? {} }
}

/** Returns the names of an agent's tools. */
export const toolNamesOf = ({ tools = [] }: Agent): readonly string[] =>
  tools.flatMap(tool => (isNative(tool) ? [] : [tool.name]))
