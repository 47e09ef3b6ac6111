import { isObject, type JsonObject } from '../../core/ir/json.ts'
import { reasonOf } from '../../core/text/reason.ts'
import type { LiveSocket } from '../session/socket.ts'
import { ClientSocket, lost } from './client-socket.ts'

/** Members of `OpenAIRealtimeWebSocket` of @openai/agents-realtime that `connectOpenAIAgents` uses. */
export interface AgentsTransport {
  readonly connectionState: { readonly websocket?: { readonly readyState: number } | undefined }
  on(event: never, listener: never): unknown
  connect(options: never): Promise<void>
  sendEvent(event: never): void
  close(): void
}

/** Listener method with a simple type, because the transport's own types do not fit here. */
interface Emitter {
  on(event: '*' | 'error' | 'disconnected', listener: (event: never) => void): unknown
}

/**
 * Returns a function that connects transports of `@openai/agents-realtime` for `startLive`. `open` makes a transport
 * for each connection; `options` are those of its `connect`: the key, the model, the address. The transport configures
 * the session first. The instruction and the tools of the conversation then replace those of the transport. A
 * transcription in `initialSessionConfig` is kept. If it is turned off there, it stays off, and a report says that the
 * user's words are missing.
 *
 * @example
 * import { OpenAIRealtimeWebSocket } from '@openai/agents-realtime'
 * import { connectOpenAIAgents, live, startLive } from 'ctxc/live'
 *
 * const host = live({ name: 'host', model: 'gpt-realtime', instruction: 'Help.' })
 * export const begin = (apiKey: () => Promise<string>) =>
 *   startLive(host, {
 *     connect: connectOpenAIAgents(() => new OpenAIRealtimeWebSocket(), { apiKey, model: 'gpt-realtime' }),
 *   })
 */
export const connectOpenAIAgents =
  <Transport extends AgentsTransport>(
    open: () => Transport | Promise<Transport>,
    options: Parameters<Transport['connect']>[0],
  ) =>
  async (): Promise<LiveSocket> => {
    const transport = (await open()) as AgentsTransport & Emitter
    let failure = ''
    const connection = {
      send: (data: string) => transport.sendEvent(JSON.parse(data) as never),
      close: () => transport.close(),
      get readyState() {
        return transport.connectionState.websocket?.readyState
      },
    }
    const socket = new ClientSocket(connection, transcriptionIn(options))
    transport.on('*', event => socket.reportMessage(event))
    // An error without a listener is thrown. Server errors also arrive as events; a close follows socket errors.
    transport.on('error', ({ error }: { readonly error: { readonly message?: string } }) => {
      failure = error.message ?? failure
    })
    transport.on('disconnected', () => socket.reportClosed(lost, failure))
    // Not awaited, because the session is reported as created before the transport counts as connected.
    transport.connect(options as never).then(
      () => socket.reportOpened(),
      error => socket.reportClosed(lost, reasonOf(error)),
    )
    return socket
  }

/** Returns the transcription in a transport's options: a config, null if turned off, undefined if not set. */
function transcriptionIn(options: unknown): JsonObject | null | undefined {
  const { audio, inputAudioTranscription } = fieldsOrEmpty(fieldsOrEmpty(options).initialSessionConfig)
  const { transcription = inputAudioTranscription } = fieldsOrEmpty(fieldsOrEmpty(audio).input)
  return isObject(transcription) ? (transcription as JsonObject) : transcription === null ? null : undefined
}

const fieldsOrEmpty = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})
