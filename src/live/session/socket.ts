import type { JsonObject } from '../../core/ir/json.ts'
import { parseJson } from '../../core/text/json.ts'

/** WebSocket with the interface of browsers, Node and the package `ws`. */
export interface LiveSocket {
  send(data: string): void
  close(code?: number, reason?: string): void
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  readonly readyState: number
  /** Number of bytes that wait to be sent, if the socket reports it. */
  readonly bufferedAmount?: number
  /** Transcription of the user's speech that the app configured in the client behind the socket; null if it is off. */
  readonly transcription?: JsonObject | null
}

/** Listener for the events of a socket. */
export interface SocketListener {
  opened(): void
  received(frame: unknown): void
  closed(code: number, reason: string): void
}

const open = 1

/** Listens to a socket. Drops frames that are not JSON. */
export function listenToSocket(socket: LiveSocket, listener: SocketListener): void {
  let isClosed = false
  const reportClosedOnce = (code: number, reason: string): void => {
    if (isClosed) return
    isClosed = true
    listener.closed(code, reason)
  }
  socket.onopen = () => listener.opened()
  socket.onmessage = (event: { readonly data?: unknown }) => {
    const frame = parseJson(textOfFrame(event.data))
    if (frame !== undefined) listener.received(frame)
  }
  socket.onclose = ({ code = 1006, reason = '' }: { readonly code?: number; readonly reason?: string }) =>
    reportClosedOnce(code, String(reason))
  socket.onerror = () => {}
  if (socket.readyState === open) listener.opened()
}

function textOfFrame(data: unknown): string {
  if (typeof data === 'string') return data
  if (data instanceof ArrayBuffer) return new TextDecoder().decode(data)
  return ArrayBuffer.isView(data) ? new TextDecoder().decode(data as Uint8Array) : ''
}
