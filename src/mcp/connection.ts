import { object } from '../from/read.ts'
import { unknownOutcomeText } from '../run/tools/call-task.ts'
import type { McpClient } from './mcp-client.ts'

/** Words of the official client for a request that was never sent or was refused unread: to make it again is safe. */
const unsent = /^(NOT_CONNECTED|ERA_NEGOTIATION_FAILED)$/

/** Words for a connection that broke while the request was under way. */
const broken =
  /^(CONNECTION_CLOSED|SEND_FAILED|ECONNRESET|ECONNREFUSED|EPIPE|UND_ERR_SOCKET|CLIENT_HTTP_\w+|-32000)$/

/** Error of a call that was under way when the connection broke. */
class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** Connection to a server. It connects again when it breaks, once for all requests that fail together. */
export class Connection {
  private readonly connect: () => Promise<McpClient>
  private current: Promise<McpClient> | null = null
  private isClosed = false

  constructor(connect: () => Promise<McpClient>) {
    this.connect = connect
  }

  /**
   * Makes a request, and makes it once more after connecting again if the connection was broken: if the request never
   * arrived, or if `mayRepeat`. Rejects with `OutcomeUnknown` for another request that was under way.
   */
  async use<Result>(mayRepeat: boolean, request: (client: McpClient) => Promise<Result>): Promise<Result> {
    const used = this.open()
    const client = await used
    try {
      return await request(client)
    } catch (error) {
      const state = stateAfter(error)
      if (state === 'fine' || this.isClosed) throw error
      // Whoever is first connects again; the others wait for the same connection.
      if (this.current === used) this.renew(client)
      if (!mayRepeat && state === 'broken') throw new OutcomeUnknown(unknownOutcomeText, { cause: error })
      return request(await this.open())
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    const client = await this.current?.catch(() => null)
    await client?.close().catch(() => {})
  }

  private open(): Promise<McpClient> {
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

/** State of a connection after a request failed. */
function stateAfter(error: unknown): 'fine' | 'unsent' | 'broken' {
  const { code, status, data, cause, message } = object(error) as Record<string, unknown>
  const words = [code, object(cause).code].map(String)
  // A session that the server has forgotten: it refuses the request unread.
  if (status === 404 || object(data).status === 404 || code === 404) return 'unsent'
  if (words.some(word => unsent.test(word)) || message === 'Not connected') return 'unsent'
  if (words.some(word => broken.test(word))) return 'broken'
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message) ? 'broken' : 'fine'
}
