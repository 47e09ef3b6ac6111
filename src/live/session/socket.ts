import type { JsonObject } from '../../core/ir/json.ts'
import { parseJson } from '../../core/text/json.ts'

/** A WebSocket in the form of browsers, Node and the package `ws`. */
export interface LiveSocket {
  send(data: string): void
  close(code?: number, reason?: string): void
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  readonly readyState: number
  /** Bytes that wait to be sent, if the socket reports them. */
  readonly bufferedAmount?: number
  /** Transcription of the user's speech that the app chose for the client behind the socket; null for none. */
  readonly transcription?: JsonObject | null
}

/** Events of a socket that a conversation listens to. */
export interface SocketListener {
  opened(): void
  received(frame: unknown): void
  closed(code: number, reason: string): void
}

const open = 1

/** Listens to a socket. A frame that is not JSON is dropped. */
export function listen(socket: LiveSocket, listener: SocketListener): void {
  let isClosed = false
  const closed = (code: number, reason: string): void => {
    if (isClosed) return
    isClosed = true
    listener.closed(code, reason)
  }
  socket.onopen = () => listener.opened()
  socket.onmessage = (event: { readonly data?: unknown }) => {
    const frame = parseJson(textOf(event.data))
    if (frame !== undefined) listener.received(frame)
  }
  socket.onclose = ({ code = 1006, reason = '' }: { readonly code?: number; readonly reason?: string }) =>
    closed(code, String(reason))
  socket.onerror = () => {}
  if (socket.readyState === open) listener.opened()
}

function textOf(data: unknown): string {
  if (typeof data === 'string') return data
  if (data instanceof ArrayBuffer) return new TextDecoder().decode(data)
  return ArrayBuffer.isView(data) ? new TextDecoder().decode(data as Uint8Array) : ''
}
