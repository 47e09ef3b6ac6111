import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'
import type { AudioTime } from './audio-time.ts'

/** Input of the engine. The engine reads no clock, so events contain all times. */
export type LiveEvent =
  /** The conversation begins. `values` are the first state keys. */
  | {
      readonly type: 'start'
      readonly values?: JsonObject
      /** Newest texts of the earlier conversation that this one continues. */
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
      /** Whether the server refused the resumption handle. Only possible while a connection is set up. */
      readonly isRefused?: boolean
      /** Whether the server refuses all updates of the instruction and the tools during a conversation. */
      readonly refusesUpdates?: boolean
    }
  | { readonly type: 'written' | 'acked'; readonly frame: number }
  /** A message was not written, or the server refused it. */
  | {
      readonly type: 'failed'
      readonly frame: number
      readonly isRefused?: boolean
      readonly reason?: string
      /** Ids of the blocks that the server refused, if it accepted the rest of the message. */
      readonly items?: readonly string[]
    }
  /** The model's context no longer contains a block. */
  | { readonly type: 'removed'; readonly item: string }
  | { readonly type: 'answer-started' | 'speech-stopped' }
  | ({ readonly type: 'interrupted' | 'speech-started' } & Partial<AudioTime>)
  /** The model does not answer yet, because it waits for more input from the user. */
  | { readonly type: 'waiting' }
  /** The model's turn is over. With `goesOn`, the model will speak again without new input. */
  | ({ readonly type: 'turn-complete'; readonly goesOn?: boolean } & Partial<AudioTime>)
  /** A piece of what the user said (`heard`) or the model said (`spoke`). */
  | { readonly type: 'heard' | 'spoke'; readonly text: string }
  | { readonly type: 'called'; readonly id: string; readonly name: string; readonly args: JsonObject }
  | { readonly type: 'calls-cancelled'; readonly ids: readonly string[] }
  /** Handle with which a later connection may resume the session; null while the session cannot be resumed. */
  | {
      readonly type: 'handle'
      readonly id: string | null
      /** Number of the newest message that the handle includes; 0 for none, undefined if unknown. */
      readonly holds?: number
    }
  /** Number of tokens in the model's context, and number of tokens that the model wrote last. */
  | { readonly type: 'usage'; readonly total: number; readonly written?: number }
  /** The server reported an error that belongs to no message. */
  | { readonly type: 'server-error'; readonly reason: string }
  /** The app interrupts the model. */
  | ({ readonly type: 'interrupt' } & Partial<AudioTime>)
  /**
   * The app reports how much of the model's newest audio the user heard. A length of 0 means that the audio's length is
   * unknown.
   */
  | ({ readonly type: 'heard-until' } & AudioTime)
  | { readonly type: 'go-away'; readonly timeLeft: number }
  /** The app is about to send the user's audio or video. The engine itself sends the user's texts. */
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
      /** Agent and number of the extraction request. If omitted, the keys that any agent declares are accepted. */
      readonly agent?: string
      readonly number?: number
    }
  | { readonly type: 'timer'; readonly name: string }
