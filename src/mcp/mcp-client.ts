/** Options of one request to an MCP server. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal
  /** Milliseconds until the request fails. */
  readonly timeout?: number
}

/** Client of an MCP server, connected: a `Client` of `@modelcontextprotocol/client` from version 2.4 on. */
export interface McpClient {
  listTools(parameters?: { cursor?: string }, options?: McpRequestOptions): Promise<object>
  callTool(
    parameters: { name: string; arguments?: Record<string, unknown> },
    options?: McpRequestOptions,
  ): Promise<object>
  close(): Promise<void>
}
