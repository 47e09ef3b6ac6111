import { Path } from '../../core/form/path.ts'
import { objectOr, stringOr } from '../../core/from/read.ts'
import { reasonOf } from '../../core/text/reason.ts'
import type { LiveSocket } from '../session/socket.ts'
import { ClientSocket, lost } from './client-socket.ts'

/** Members of `GoogleGenAI` of @google/genai that `connectGenAI` uses. */
export interface GenAIClient {
  readonly live: { connect(parameters: never): Promise<GenAISession> }
}

/** Members of `Session` of @google/genai that `connectGenAI` uses. */
export interface GenAISession {
  readonly conn: { send(data: string): void }
  close(): void
}

// Fields that the client sends; it silently drops others. Source: `liveConnectConfigToMldev` of @google/genai 3.1.0.
const configFields: ReadonlySet<string> = new Set(
  `systemInstruction tools sessionResumption inputAudioTranscription outputAudioTranscription realtimeInputConfig
  contextWindowCompression proactivity explicitVadSignal avatarConfig safetySettings labels`.split(/\s+/),
)
const generationFields: ReadonlySet<string> = new Set(
  `responseModalities temperature topP topK maxOutputTokens mediaResolution seed speechConfig thinkingConfig
  enableAffectiveDialog translationConfig`.split(/\s+/),
)

/** Converts a setup to the parameters of `live.connect`. Throws for a field that the client would drop. */
function connectParameters(frame: string): { readonly model: string; readonly config: object } {
  const { model, generationConfig, ...rest } = objectOr(objectOr(JSON.parse(frame)).setup)
  const generation = objectOr(generationConfig)
  const dropped = [
    ...Object.keys(rest).filter(name => !configFields.has(name)),
    ...Object.keys(generation).filter(name => !generationFields.has(name)),
  ]
  if (dropped.length > 0)
    throw Path.named('@google/genai').wrong(`does not send '${dropped.join("', '")}' of the setup`, {
      help: 'remove it',
    })
  // The prefix is removed, because the client adds the prefix of its API.
  return { model: stringOr(model).replace(/^models\//, ''), config: { ...rest, ...generation } }
}

/**
 * Returns a function that connects a `GoogleGenAI` of `@google/genai` (3.1 or later) to the Live API, for `startLive`.
 * It uses the client's key, address and endpoint (Gemini API or Vertex). If the setup has a field that the client
 * cannot send, the conversation ends, and a note names the field.
 *
 * @example
 * import { GoogleGenAI } from '@google/genai'
 * import { connectGenAI, live, startLive } from 'ctxc/live'
 *
 * const host = live({ name: 'host', model: 'gemini-3.8-live', instruction: 'Help.' })
 * export const begin = (ai: GoogleGenAI) => startLive(host, { connect: connectGenAI(ai) })
 */
export const connectGenAI = (ai: GenAIClient) => (): LiveSocket => {
  let session: GenAISession | null = null
  const [frames, messages]: [string[], unknown[]] = [[], []]
  const socket = new ClientSocket({
    send(data) {
      // The session's send methods change frames and drop unknown fields; its connection sends them unchanged.
      if (session !== null) session.conn.send(data)
      else if (frames.push(data) === 1) void begin(data)
    },
    close: () => session?.close(),
  })
  const begin = async (setup: string): Promise<void> => {
    const callbacks = {
      // The first messages may arrive before `live.connect` returns the session, which is needed to answer them.
      onmessage: (message: unknown) =>
        void (session ? socket.reportMessage(message) : messages.push(message)),
      onerror: ({ message = '' }: { readonly message?: string }) => socket.reportClosed(lost, message),
      onclose: ({ code = lost, reason = '' }: { readonly code?: number; readonly reason?: string }) =>
        socket.reportClosed(code, reason),
    }
    try {
      session = await ai.live.connect({ ...connectParameters(setup), callbacks } as never)
      if (socket.readyState !== 1) return session.close()
      for (const frame of frames.slice(1)) session.conn.send(frame)
      for (const message of messages) socket.reportMessage(message)
    } catch (error) {
      socket.reportClosed(lost, reasonOf(error))
    }
  }
  // The client itself sends the setup when it connects, so the socket accepts that frame before it is open.
  socket.reportOpened()
  return socket
}
