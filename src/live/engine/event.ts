import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'
import type { AudioTime } from './audio-time.ts'

/** Input of the engine. The caller of `step` gives the times. */
export type LiveEvent =
  /** The conversation begins, with these keys of the state. */
  | {
      readonly type: 'start'
      readonly values?: JsonObject
      /** Newest texts of an earlier conversation that goes on. */
      readonly said?: readonly SaidText[]
    }
  | { readonly type: 'stop' }
  /** A connection is open, and takes messages. */
  | { readonly type: 'opened' }
  /** The server has taken the setup. */
  | { readonly type: 'ready' }
  | {
      readonly type: 'closed'
      readonly reason?: string
      /** Whether the handle of the session was refused, if a connection was being set up. */
      readonly isRefused?: boolean
      /** Whether the server takes no update in the middle of the conversation. */
      readonly refusesUpdates?: boolean
    }
  | { readonly type: 'written' | 'acked'; readonly frame: number }
  /** A message was not written, or the server refused it. */
  | {
      readonly type: 'failed'
      readonly frame: number
      readonly isRefused?: boolean
      readonly reason?: string
      /** Blocks that were refused, if the rest of the message was taken. */
      readonly items?: readonly string[]
    }
  /** The server no longer holds a block. */
  | { readonly type: 'removed'; readonly item: string }
  | { readonly type: 'answer-started' | 'speech-stopped' }
  | ({ readonly type: 'interrupted' | 'speech-started' } & Partial<AudioTime>)
  /** The model answers nothing yet: it waits for more of the user. */
  | { readonly type: 'waiting' }
  /** The model's turn is over; with `goesOn` it is about to speak again. */
  | ({ readonly type: 'turn-complete'; readonly goesOn?: boolean } & Partial<AudioTime>)
  /** Pieces of what the user and the model said. */
  | { readonly type: 'heard' | 'spoke'; readonly text: string }
  | { readonly type: 'called'; readonly id: string; readonly name: string; readonly args: JsonObject }
  | { readonly type: 'calls-cancelled'; readonly ids: readonly string[] }
  /** Handle by which the session may be resumed; null while it may not. */
  | {
      readonly type: 'handle'
      readonly id: string | null
      /** Newest message that the handle holds; 0 for none, left out where nobody knows. */
      readonly holds?: number
    }
  /** Tokens that the model holds, and those that it wrote last. */
  | { readonly type: 'usage'; readonly total: number; readonly written?: number }
  /** An error of the server that belongs to no message. */
  | { readonly type: 'server-error'; readonly reason: string }
  /** The app lets the model stop to speak. */
  | ({ readonly type: 'interrupt' } & Partial<AudioTime>)
  /** The app says how much of the model's last audio was heard. A length of 0 is one that nobody knows. */
  | ({ readonly type: 'heard-until' } & AudioTime)
  | { readonly type: 'go-away'; readonly timeLeft: number }
  /** The user is about to send something; a text is sent by the engine. */
  | { readonly type: 'sending'; readonly what: 'audio' | 'video' }
  | { readonly type: 'sending'; readonly what: 'text'; readonly text: string }
  | { readonly type: 'set'; readonly set: JsonObject; readonly delete?: readonly string[] }
  | {
      readonly type: 'result'
      readonly id: string
      readonly value: JsonValue
      readonly isError?: boolean
      /** Whether outsiders wrote the value. */
      readonly isExternal?: boolean
      readonly set?: JsonObject
      readonly delete?: readonly string[]
    }
  /** A tool that runs in the background reports how far it is. */
  | { readonly type: 'progress'; readonly id: string; readonly value: JsonValue }
  /** Facts that were read from what was said. */
  | {
      readonly type: 'extracted'
      readonly set: JsonObject
      /** Agent and number of the request; without them, the keys of all agents are taken. */
      readonly agent?: string
      readonly number?: number
    }
  | { readonly type: 'timer'; readonly name: string }
