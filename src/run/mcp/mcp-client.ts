/** Options of one request to an MCP server, as the official client accepts them. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal
  /** Milliseconds until the request fails. */
  readonly timeout?: number
  /** Called with each progress report. The client only asks the server for reports if this is set. */
  readonly onprogress?: (progress: object) => void
  /** Whether a progress report restarts the timeout. */
  readonly resetTimeoutOnProgress?: boolean
  /** Milliseconds until the request fails even with progress reports. */
  readonly maxTotalTimeout?: number
}

/** Connected client of an MCP server: a `Client` of `@modelcontextprotocol/client` from version 2.4 on. */
export interface McpClient {
  listTools(parameters?: { cursor?: string }, options?: McpRequestOptions): Promise<object>
  callTool(
    parameters: { name: string; arguments?: Record<string, unknown> },
    options?: McpRequestOptions,
  ): Promise<object>
  close(): Promise<void>
}
