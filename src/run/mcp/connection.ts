import { objectOr } from '../../core/from/read.ts'
import { unknownOutcomeText } from '../runner/tools/call-task.ts'
import { declineQuestions } from './client-questions.ts'
import type { McpClient } from './mcp-client.ts'

/** The official client's error codes for a request that was never sent. */
const unsent = /^(NOT_CONNECTED|ERA_NEGOTIATION_FAILED)$/

/** Error codes for a connection that broke while a request was in progress. */
const broken =
  /^(CONNECTION_CLOSED|SEND_FAILED|ECONNRESET|ECONNREFUSED|EPIPE|UND_ERR_SOCKET|CLIENT_HTTP_(?!AUTHENTICATION|FORBIDDEN)\w+)$/

/** Error of a call whose connection broke before the answer came, so that the call may have run. */
class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** Connection to an MCP server. If it breaks, all failed requests share one new connection. */
export class Connection {
  private readonly connect: () => Promise<McpClient>
  private current: Promise<McpClient> | null = null
  private isClosed = false
  /** Client of the current connection, once it is open. */
  private client: McpClient | null = null
  private readonly openListeners: ((client: McpClient) => void)[] = []

  constructor(connect: () => Promise<McpClient>) {
    this.connect = connect
  }

  /**
   * Makes a request. If the connection was broken, reconnects. Then repeats the request once if the request was never
   * sent or `mayRepeat` is true, and otherwise rejects with `OutcomeUnknown`.
   */
  async requestWithReconnect<Result>(
    mayRepeat: boolean,
    request: (client: McpClient) => Promise<Result>,
  ): Promise<Result> {
    const used = this.openClient()
    const client = await used
    try {
      return await request(client)
    } catch (error) {
      const state = connectionStateAfter(error)
      if (state === 'late' && !mayRepeat) throw unknownOutcomeError(error)
      if (state === 'fine' || state === 'late' || this.isClosed) throw error
      // Only the first failed request reconnects. The others wait for its connection.
      if (this.current === used) this.replaceConnection(client)
      if (!mayRepeat && state === 'broken') throw unknownOutcomeError(error)
      return await this.repeatRequest(mayRepeat, request)
    }
  }

  private async repeatRequest<Result>(
    mayRepeat: boolean,
    request: (client: McpClient) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.openClient()
    try {
      return await request(client)
    } catch (error) {
      throw !mayRepeat && connectionStateAfter(error) === 'broken' ? unknownOutcomeError(error) : error
    }
  }

  /** Calls a listener with the client of the current connection, and with that of each later one. */
  onOpen(listener: (client: McpClient) => void): void {
    this.openListeners.push(listener)
    const { current } = this
    // A connection that is being opened calls the listener itself.
    if (this.client !== null && current !== null) listener(this.client)
  }

  async close(): Promise<void> {
    this.isClosed = true
    const client = await this.current?.catch(() => null)
    await client?.close().catch(() => {})
  }

  private openClient(): Promise<McpClient> {
    if (this.isClosed) return Promise.reject(new Error('the connection to the server was closed'))
    if (this.current === null) {
      const opened = this.connect().then(client => {
        declineQuestions(client)
        this.client = client
        for (const listener of this.openListeners) listener(client)
        return client
      })
      this.current = opened
      // A failed attempt to connect is forgotten, so that the next request connects again.
      opened.catch(() => {
        if (this.current === opened) this.current = null
      })
    }
    return this.current
  }

  private replaceConnection(client: McpClient): void {
    this.current = null
    this.client = null
    void client.close().catch(() => {})
    void this.openClient().catch(() => {})
  }
}

const unknownOutcomeError = (cause: unknown): OutcomeUnknown =>
  new OutcomeUnknown(unknownOutcomeText, { cause })

/** Returns the state of the connection, from the error of a request. */
function connectionStateAfter(error: unknown): 'fine' | 'late' | 'unsent' | 'broken' {
  const { code, status, data, cause, message } = objectOr(error) as Record<string, unknown>
  // A numeric code is the server's own error, so the request arrived. Its other fields are the server's too.
  if (typeof code === 'number') return 'fine'
  if (code === 'REQUEST_TIMEOUT') return 'late'
  const words = [code, objectOr(cause).code].map(String)
  // With an expired token or a forgotten session, the server refuses a request without running it.
  const isHttp = /^CLIENT_HTTP_(?!AUTHENTICATION|FORBIDDEN)/.test(String(code))
  if (isHttp && [401, 403, 404].includes(Number(status ?? objectOr(data).status))) return 'unsent'
  if (words.some(word => unsent.test(word)) || message === 'Not connected') return 'unsent'
  if (words.some(word => broken.test(word))) return 'broken'
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message) ? 'broken' : 'fine'
}
