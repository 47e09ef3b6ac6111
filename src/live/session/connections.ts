import { withMethods } from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import { reasonOf } from '../../core/text/reason.ts'
import type { LiveTool } from '../declare/live-config.ts'
import type { LiveEvent } from '../engine/event.ts'
import { asTheyAre } from '../engine/shown.ts'
import type { EngineConfig } from '../engine/wanted.ts'
import type { Codec, Received } from '../wire/codec.ts'
import { createCodec } from '../wire/codec-for.ts'
import type { StartLiveOptions } from './contract.ts'
import { type LiveSocket, listenToSocket } from './socket.ts'

/** Number of unsent bytes in a socket above which audio waits, so that messages that steer the model are sent first. */
const mostBuffered = 256_000

type Closed = Extract<LiveEvent, { readonly type: 'closed' }>

/** Events of the current connection. */
export interface ConnectionListener {
  /** The socket and its codec were made, but the connection is not open yet. */
  made(): void
  opened(): void
  received(event: Received): void
  closed(event: Closed): void
}

/** Connections of a conversation, one after the other. Events of earlier connections are ignored. */
export class Connections {
  codec: Codec | null = null
  private readonly config: EngineConfig
  private readonly options: Pick<StartLiveOptions, 'connect' | 'setup'>
  private readonly listener: ConnectionListener
  private socket: LiveSocket | null = null
  /** Sockets that are not closed. The earlier socket stays open until the next one is open. */
  private readonly sockets = new Set<LiveSocket>()
  private number = 0
  /** Number of the connection whose end was reported last. A protocol may report the end before its socket does. */
  private lost = 0

  constructor(
    config: EngineConfig,
    options: Pick<StartLiveOptions, 'connect' | 'setup'>,
    listener: ConnectionListener,
  ) {
    this.config = config
    this.options = options
    this.listener = listener
  }

  /** Leaves the current connection. Nothing more is written to it, and its events are ignored. */
  leaveConnection(): void {
    this.socket = null
    this.number += 1
  }

  /** Opens a new connection. */
  async openConnectionSocket(handle: string | null): Promise<void> {
    const { number } = this
    const isCurrent = (): boolean => number === this.number
    const { setup } = this.options
    try {
      const socket: LiveSocket | undefined = await this.options.connect(handle)
      withMethods('a socket', 'send')(socket, Path.named('the result of connect'))
      if (!isCurrent()) return socket.close()
      this.socket = socket
      this.sockets.add(socket)
      const { shown = asTheyAre } = this.config
      const declared = (tool: LiveTool): LiveTool => shown.declared(tool)
      const { transcription } = socket
      this.codec = createCodec({
        ...this.config,
        declared,
        ...(setup && { setup: shown.declared(setup) }),
        ...(transcription !== undefined && { transcription }),
      })
      this.listener.made()
      listenToSocket(socket, {
        opened: () => {
          if (!isCurrent()) return
          // The earlier socket is closed only now, when the new one is open.
          this.closeOthers(1000, 'moved')
          this.listener.opened()
        },
        received: frame => {
          if (isCurrent()) this.handleFrame(frame)
        },
        closed: (code, reason) => {
          this.sockets.delete(socket)
          const meaning = this.codec?.closed(code, reason) ?? {}
          const why = reason === '' ? `code ${code}` : reason
          if (isCurrent()) this.reportCloseOnce({ type: 'closed', reason: why, ...meaning })
        },
      })
    } catch (error) {
      if (isCurrent()) this.reportCloseOnce({ type: 'closed', reason: reasonOf(error) })
    }
  }

  /** Writes a frame. Returns whether it was written. */
  writeFrame(frame: object): boolean {
    try {
      // A closed socket drops frames without an error.
      if (this.socket?.readyState !== 1) return false
      this.socket.send(JSON.stringify(frame))
      return true
    } catch {
      return false
    }
  }

  /** Whether the socket has room for audio. On a slow line audio waits, so that steering messages are not delayed. */
  get hasRoom(): boolean {
    return (this.socket?.bufferedAmount ?? 0) <= mostBuffered
  }

  closeAllSockets(): void {
    this.leaveConnection()
    this.closeOthers(1000, 'ended')
  }

  private handleFrame(frame: unknown): void {
    for (const event of this.codec?.decode(frame) ?? [])
      if (event.type === 'closed') this.reportCloseOnce(event)
      else this.listener.received(event)
  }

  private reportCloseOnce(event: Closed): void {
    if (this.lost === this.number) return
    this.lost = this.number
    this.listener.closed(event)
  }

  /** Closes all sockets except the current one. */
  private closeOthers(code: number, reason: string): void {
    for (const socket of this.sockets) {
      if (socket === this.socket) continue
      this.sockets.delete(socket)
      try {
        socket.close(code, reason)
      } catch {
        // The socket is closed already.
      }
    }
  }
}
