import type { SchemaInput } from '../schema/schema-input.ts'
import type { NativeTool } from './agent.ts'
import type { ToolDefinition } from './tool.ts'

/**
 * Tool of an MCP server, as `tools/list` returns it. Other fields (annotations, icons) are meant for people and hosts,
 * and are ignored.
 */
export interface MCPTool {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema: SchemaInput
}

/** Answer of an MCP server to `tools/list`. */
export interface MCPToolList {
  readonly tools: readonly MCPTool[]
}

/** AI SDK tools by name, as `generateText` accepts them. A provider's own tool is sent to that provider only. */
export interface AISDKToolSet {
  readonly [name: string]:
    | { readonly inputSchema: SchemaInput }
    | { readonly type: 'provider'; readonly id: string }
}

/**
 * One or several tools in a declaration: the result of `tool()`, a provider's own tool, an MCP server's list of tools
 * or one tool of it, or a record of AI SDK tools.
 *
 * @example
 * import { tool as aiTool } from 'ai'
 * import { type ToolInput, tool } from 'ctxc'
 * import { z } from 'zod'
 *
 * const city = z.object({ city: z.string() })
 * const tools: ToolInput[] = [
 *   tool({ name: 'search', parameters: city }),
 *   { weather: aiTool({ inputSchema: city, execute: async ({ city }) => `sunny in ${city}` }) },
 *   { tools: [{ name: 'fetch', inputSchema: { type: 'object', properties: { url: { type: 'string' } } } }] },
 *   { native: { format: 'anthropic', payload: { type: 'web_search_20250305', name: 'web_search' } } },
 * ]
 * console.log(tools.length)
 */
export type ToolInput = ToolDefinition | NativeTool | MCPTool | MCPToolList | AISDKToolSet

/** List of tools, or one input that contains all of them. */
export type ToolInputs = readonly ToolInput[] | MCPToolList | AISDKToolSet
