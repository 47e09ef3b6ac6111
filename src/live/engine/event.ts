import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'
import type { AudioTime } from './audio-time.ts'

/** Input of the engine. The caller of `step` supplies the times. */
export type LiveEvent =
  /** The conversation begins, with these state keys. */
  | {
      readonly type: 'start'
      readonly values?: JsonObject
      /** Newest texts of an earlier conversation that is continued. */
      readonly said?: readonly SaidText[]
    }
  | { readonly type: 'stop' }
  /** A connection is open and accepts messages. */
  | { readonly type: 'opened' }
  /** The server accepted the setup. */
  | { readonly type: 'ready' }
  | {
      readonly type: 'closed'
      readonly reason?: string
      /** Whether the server refused the session's handle, if a connection was being set up. */
      readonly isRefused?: boolean
      /** Whether the server accepts no update in the middle of the conversation. */
      readonly refusesUpdates?: boolean
    }
  | { readonly type: 'written' | 'acked'; readonly frame: number }
  /** A message was not written, or the server refused it. */
  | {
      readonly type: 'failed'
      readonly frame: number
      readonly isRefused?: boolean
      readonly reason?: string
      /** Blocks that the server refused, if it accepted the rest of the message. */
      readonly items?: readonly string[]
    }
  /** The server no longer holds a block. */
  | { readonly type: 'removed'; readonly item: string }
  | { readonly type: 'answer-started' | 'speech-stopped' }
  | ({ readonly type: 'interrupted' | 'speech-started' } & Partial<AudioTime>)
  /** The model does not answer yet, because it waits for more input from the user. */
  | { readonly type: 'waiting' }
  /** The model's turn is over; with `goesOn` the model is about to speak again. */
  | ({ readonly type: 'turn-complete'; readonly goesOn?: boolean } & Partial<AudioTime>)
  /** Pieces of the words that the user (`heard`) or the model (`spoke`) said. */
  | { readonly type: 'heard' | 'spoke'; readonly text: string }
  | { readonly type: 'called'; readonly id: string; readonly name: string; readonly args: JsonObject }
  | { readonly type: 'calls-cancelled'; readonly ids: readonly string[] }
  /** Handle by which the session may be resumed; null while it cannot be resumed. */
  | {
      readonly type: 'handle'
      readonly id: string | null
      /** Newest message that the handle holds; 0 for none, undefined if unknown. */
      readonly holds?: number
    }
  /** Tokens that the model holds, and tokens that it wrote last. */
  | { readonly type: 'usage'; readonly total: number; readonly written?: number }
  /** An error of the server that belongs to no message. */
  | { readonly type: 'server-error'; readonly reason: string }
  /** The app interrupts the model. */
  | ({ readonly type: 'interrupt' } & Partial<AudioTime>)
  /**
   * The app reports how much of the model's last audio the user heard. A length of 0 means that the length is unknown.
   */
  | ({ readonly type: 'heard-until' } & AudioTime)
  | { readonly type: 'go-away'; readonly timeLeft: number }
  /** The user is about to send audio or video; texts are sent by the engine itself. */
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
  /** A tool that runs in the background reports its progress. */
  | { readonly type: 'progress'; readonly id: string; readonly value: JsonValue }
  /** The extraction returned facts. */
  | {
      readonly type: 'extracted'
      readonly set: JsonObject
      /** Agent and number of the request; without them, the keys of all agents are accepted. */
      readonly agent?: string
      readonly number?: number
    }
  | { readonly type: 'timer'; readonly name: string }
