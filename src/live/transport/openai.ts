import type { LiveSocket } from '../session/socket.ts'
import { ClientSocket } from './client-socket.ts'

/** Members of a WebSocket that `connectOpenAI` uses. */
export interface PlatformSocket {
  readonly readyState: number
  addEventListener(type: never, listener: never): void
}

/** Members of `OpenAIRealtimeWS`, `OpenAIRealtimeWebSocket` and `LiveWS` of openai that `connectOpenAI` uses. */
export interface OpenAIClient {
  readonly socket: PlatformSocket | { readonly platformSocket: PlatformSocket }
  on(event: never, listener: never): unknown
  send(event: never): void
  close(): void
}

/** Listener methods with simple types, because each client has its own types. */
interface Emitter {
  on(event: 'event' | 'error', listener: (event: never) => void): unknown
}
interface EventTarget {
  addEventListener(type: 'open' | 'close', listener: (event: never) => void): void
}

/**
 * Returns a function that connects clients of the package `openai` for `startLive`: `OpenAIRealtimeWS` and
 * `OpenAIRealtimeWebSocket` to OpenAI Realtime, `LiveWS` (openai 7.57 or later) to GPT-Live. `open` makes a client for
 * each connection; its argument is the id of the stored session to continue, or null for a new session. Do not pass
 * `reconnect` to the client: the conversation reconnects itself, and sends the new connection everything that it lacks.
 *
 * @example
 * import OpenAI from 'openai'
 * import { OpenAIRealtimeWS } from 'openai/realtime/ws'
 * import { connectOpenAI, live, startLive } from 'ctxc/live'
 *
 * const host = live({ name: 'host', model: 'gpt-realtime', instruction: 'Help.' })
 * export const begin = (client: OpenAI) =>
 *   startLive(host, { connect: connectOpenAI(() => new OpenAIRealtimeWS({ model: 'gpt-realtime' }, client)) })
 */
export const connectOpenAI =
  (open: (handle: string | null) => OpenAIClient | Promise<OpenAIClient>) =>
  async (handle: string | null): Promise<LiveSocket> => {
    const client = (await open(handle)) as OpenAIClient & Emitter
    const { socket: own } = client
    const platform = ('platformSocket' in own ? own.platformSocket : own) as PlatformSocket & EventTarget
    let failure = ''
    const socket = new ClientSocket({
      send: data => client.send(JSON.parse(data) as never),
      close: () => client.close(),
      get readyState() {
        return platform.readyState
      },
    })
    client.on('event', event => socket.reportMessage(event))
    // Prevents an unhandled rejection. Server errors also arrive as events; a close follows socket errors.
    client.on('error', ({ error, message }: { readonly error?: unknown; readonly message: string }) => {
      if (!error) failure = message
    })
    platform.addEventListener('open', () => socket.reportOpened())
    platform.addEventListener(
      'close',
      ({ code, reason }: { readonly code: number; readonly reason: string }) =>
        socket.reportClosed(code, reason || failure),
    )
    if (platform.readyState === 1) socket.reportOpened()
    return socket
  }
