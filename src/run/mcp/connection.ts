import { objectOr } from '../../core/from/read.ts'
import { unknownOutcomeText } from '../runner/tools/call-task.ts'
import type { McpClient } from './mcp-client.ts'

/** Official client's error codes for a request that was not sent. */
const unsent = /^(NOT_CONNECTED|ERA_NEGOTIATION_FAILED)$/

/** Error codes for a connection that broke during the request. */
const broken =
  /^(CONNECTION_CLOSED|SEND_FAILED|ECONNRESET|ECONNREFUSED|EPIPE|UND_ERR_SOCKET|CLIENT_HTTP_(?!AUTHENTICATION|FORBIDDEN)\w+)$/

/** Error of a call whose connection broke before the answer. */
class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** Connection to a server. If it breaks, all requests that fail share one new connection. */
export class Connection {
  private readonly connect: () => Promise<McpClient>
  private current: Promise<McpClient> | null = null
  private isClosed = false

  constructor(connect: () => Promise<McpClient>) {
    this.connect = connect
  }

  /**
   * Makes a request. If the connection was broken, it reconnects and repeats the request once, if the request never
   * arrived or `mayRepeat` is true. Otherwise it rejects with `OutcomeUnknown`.
   */
  async requestWithReconnect<Result>(
    mayRepeat: boolean,
    request: (client: McpClient) => Promise<Result>,
  ): Promise<Result> {
    const used = this.open()
    const client = await used
    try {
      return await request(client)
    } catch (error) {
      const state = stateAfter(error)
      if (state === 'late' && !mayRepeat) throw unknown(error)
      if (state === 'fine' || state === 'late' || this.isClosed) throw error
      // The first failed request reconnects; the others wait for the same connection.
      if (this.current === used) this.renew(client)
      if (!mayRepeat && state === 'broken') throw unknown(error)
      return await this.again(mayRepeat, request)
    }
  }

  private async again<Result>(
    mayRepeat: boolean,
    request: (client: McpClient) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.open()
    try {
      return await request(client)
    } catch (error) {
      throw !mayRepeat && stateAfter(error) === 'broken' ? unknown(error) : error
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    const client = await this.current?.catch(() => null)
    await client?.close().catch(() => {})
  }

  private open(): Promise<McpClient> {
    if (this.isClosed) return Promise.reject(new Error('the connection to the server was closed'))
    if (this.current === null) {
      const opened = this.connect()
      this.current = opened
      // A failed attempt is not kept: the next request connects again.
      opened.catch(() => {
        if (this.current === opened) this.current = null
      })
    }
    return this.current
  }

  private renew(client: McpClient): void {
    this.current = null
    void client.close().catch(() => {})
    void this.open().catch(() => {})
  }
}

const unknown = (cause: unknown): OutcomeUnknown => new OutcomeUnknown(unknownOutcomeText, { cause })

/** State of a connection after a request failed. */
function stateAfter(error: unknown): 'fine' | 'late' | 'unsent' | 'broken' {
  const { code, status, data, cause, message } = objectOr(error) as Record<string, unknown>
  // A numeric code is the server's own answer, so the request arrived. The server wrote the other fields too.
  if (typeof code === 'number') return 'fine'
  if (code === 'REQUEST_TIMEOUT') return 'late'
  const words = [code, objectOr(cause).code].map(String)
  // An expired token or a forgotten session: the server refuses the request without reading it.
  const isHttp = /^CLIENT_HTTP_(?!AUTHENTICATION|FORBIDDEN)/.test(String(code))
  if (isHttp && [401, 403, 404].includes(Number(status ?? objectOr(data).status))) return 'unsent'
  if (words.some(word => unsent.test(word)) || message === 'Not connected') return 'unsent'
  if (words.some(word => broken.test(word))) return 'broken'
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message) ? 'broken' : 'fine'
}
