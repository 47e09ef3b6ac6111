/** Options of one request to an MCP server. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal
  /** Milliseconds until the request fails. */
  readonly timeout?: number
  /** Called with each report of progress; asks the server for them. */
  readonly onprogress?: (progress: object) => void
  /** Whether a report begins the time until the request fails again. */
  readonly resetTimeoutOnProgress?: boolean
  /** Milliseconds until the request fails, whatever is reported. */
  readonly maxTotalTimeout?: number
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
