import { assertFunction, text } from '../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../core/form/options.ts'
import { Path } from '../../core/form/path.ts'
import type { LiveSocket } from './socket.ts'

/** Address of the Gemini Live API for an API key. Source: `live.connect` of @google/genai 3.1.0. */
const address =
  'wss://generativelanguage.googleapis.com/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'

/** Options of `connectGoogleAI`. */
export interface GoogleAIOptions {
  /** Address of the API; the Gemini Live API by default. */
  readonly url?: string
  /** Class that makes the sockets; the global `WebSocket` by default. */
  readonly Socket?: SocketClass
}

const form: OptionsForm<GoogleAIOptions> = { takes: { url: text, Socket: assertFunction } }

/**
 * Returns a function that opens sockets to the Gemini Live API, for `startLive`. Pass an API key on a server, but only
 * an ephemeral key in a browser. The global `WebSocket` is used by default; Node has one from version 22 on.
 *
 * @example
 * import { connectGoogleAI, liveBuilder, startLive } from 'ctxc/live'
 *
 * const host = liveBuilder('host', 'gemini-3.8-live').instruction('Help.').build()
 * export const begin = (key: string) => startLive(host, { connect: connectGoogleAI(key) })
 */
export function connectGoogleAI(apiKey: string, options: GoogleAIOptions = {}): () => LiveSocket {
  const { url = address, Socket = globalThis.WebSocket as unknown as SocketClass } = readOptions(
    form,
    options,
    'connectGoogleAI',
  )
  return () => {
    if (typeof Socket !== 'function')
      throw Path.options('connectGoogleAI').wrong('has no WebSocket here', {
        help: 'pass { Socket } of the package ws',
      })
    // An ephemeral key needs another method and another parameter. Source: `live.connect` of @google/genai 3.1.0.
    const isEphemeral = apiKey.startsWith('auth_tokens/')
    const method = isEphemeral
      ? url.replace('.v1beta.', '.v1alpha.').replace(/Content$/, 'ContentConstrained')
      : url
    return new Socket(`${method}?${isEphemeral ? 'access_token' : 'key'}=${encodeURIComponent(apiKey)}`)
  }
}

/** Class of sockets: the global `WebSocket`, or the class of the package `ws`. */
export type SocketClass = new (url: string) => LiveSocket
