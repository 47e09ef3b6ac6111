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
  /** Whether a question of the server is returned in place of a result. */
  readonly allowInputRequired?: boolean
  /** Set if the client must not answer from its cache. */
  readonly cacheMode?: 'refresh'
  /** Declaration by which the client checks a result and finds arguments that are sent as headers. */
  readonly toolDefinition?: { readonly name: string; readonly inputSchema: { readonly type: 'object' } }
}

/** Connected client of an MCP server: a `Client` of `@modelcontextprotocol/client` from version 2.4 on. */
export interface McpClient {
  listTools(parameters?: { cursor?: string }, options?: McpRequestOptions): Promise<object>
  callTool(
    parameters: {
      name: string
      arguments?: Record<string, unknown>
      inputResponses?: object
      requestState?: string
    },
    options?: McpRequestOptions,
  ): Promise<object>
  close(): Promise<void>
  /** Protocol of the connection: `modern` from 2026-07-28 on. */
  getProtocolEra?(): string | undefined
  /** Throws if the app has set a handler for a request of the server. */
  assertCanSetRequestHandler?(method: string): void
  listResources?(parameters?: { cursor?: string }, options?: McpRequestOptions): Promise<object>
  readResource?(parameters: { uri: string }, options?: McpRequestOptions): Promise<object>
  listPrompts?(parameters?: { cursor?: string }, options?: McpRequestOptions): Promise<object>
  getPrompt?(
    parameters: { name: string; arguments?: Record<string, string> },
    options?: McpRequestOptions,
  ): Promise<object>
  setNotificationHandler?(method: ServerReport, handler: (report: { params?: unknown }) => void): void
  /** Opens the subscription by which a `modern` server reports changes. */
  listen?(filter: { toolsListChanged?: boolean; resourceSubscriptions?: string[] }): Promise<McpSubscription>
  /** Asks a server of an earlier protocol to report changes of a resource. */
  subscribeResource?(parameters: { uri: string }): Promise<unknown>
  setRequestHandler?(method: 'elicitation/create', handler: () => Promise<{ action: 'decline' }>): void
}

/** Notification of a server that something changed. */
export type ServerReport = 'notifications/tools/list_changed' | 'notifications/resources/updated'

/** Open subscription to changes of a server. */
export interface McpSubscription {
  /** Changes that the server reports. */
  readonly honoredFilter: object
  /** Resolves when the subscription has ended. */
  readonly closed: Promise<unknown>
  close(): Promise<void>
}
