export { connectMcp, type McpChange, type McpOptions, type McpServer, type McpTool } from './connect-mcp.ts'
export { followTools } from './follow-tools.ts'
export type { McpClient, McpRequestOptions, McpSubscription, ServerReport } from './mcp-client.ts'
export type { McpPrompt, McpResource } from './server-context.ts'
