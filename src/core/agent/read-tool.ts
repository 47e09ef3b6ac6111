import type { Tool } from './agent.ts'
import type { Executor } from './executor.ts'
import type { ToolHandlers } from './tool-handlers.ts'

/** Tool in the form that every target takes, and the function that runs it, if there is one. */
export interface ReadTool {
  readonly tool: Tool
  readonly execute?: Executor
  readonly handlers?: ToolHandlers
}
