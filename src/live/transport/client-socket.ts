import type { JsonObject } from '../../core/ir/json.ts'
import { reasonOf } from '../../core/text/reason.ts'
import type { LiveSocket } from '../session/socket.ts'

/** Connection that another package's client manages. */
interface ClientConnection {
  send(data: string): void
  close(): void
  /** State of the underlying WebSocket, if the client exposes it. */
  readonly readyState?: number | undefined
}

/** WebSocket close code for a connection that ended without a close frame. */
export const lost = 1006

const [connecting, open, closed] = [0, 1, 3]

/** Socket over another package's client. Every failure of the client is reported as a close, only once. */
export class ClientSocket implements LiveSocket {
  onopen: LiveSocket['onopen'] = null
  onmessage: LiveSocket['onmessage'] = null
  onclose: LiveSocket['onclose'] = null
  onerror: LiveSocket['onerror'] = null
  readonly transcription?: JsonObject | null
  private state = connecting
  private readonly connection: ClientConnection

  /** `transcription` is the transcription of the user's speech that the app set in the client; null for none. */
  constructor(connection: ClientConnection, transcription?: JsonObject | null) {
    this.connection = connection
    if (transcription !== undefined) this.transcription = transcription
  }

  get readyState(): number {
    return this.state === open ? (this.connection.readyState ?? open) : this.state
  }

  send(data: string): void {
    try {
      if (this.state === open) this.connection.send(data)
    } catch (error) {
      this.reportClosed(lost, reasonOf(error))
    }
  }

  close(code = 1000, reason = ''): void {
    this.reportClosed(code, reason)
  }

  /** Tells the conversation that frames can be sent. */
  reportOpened(): void {
    if (this.state !== connecting) return
    this.state = open
    this.onopen?.({} as never)
  }

  /** Passes a message from the server to the conversation. */
  reportMessage(message: unknown): void {
    if (this.state !== closed) this.onmessage?.({ data: JSON.stringify(message) } as never)
  }

  /** Reports that the connection ended. Also closes the client, because it might otherwise reconnect. */
  reportClosed(code: number, reason: string): void {
    if (this.state === closed) return
    this.state = closed
    try {
      this.connection.close()
    } catch {
      // The client has closed already.
    }
    this.onclose?.({ code, reason } as never)
  }
}
