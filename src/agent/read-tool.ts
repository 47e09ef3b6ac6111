import type { Tool } from './agent.ts'
import type { Executor } from './executor.ts'

/** One declared tool as every target takes it, and what runs it where something does. */
export interface ReadTool {
  readonly tool: Tool
  readonly execute?: Executor
}
