export { connectMcp, type McpChange, type McpOptions, type McpServer, type McpTool } from './connect-mcp.ts'
export type { McpClient, McpRequestOptions } from './mcp-client.ts'
