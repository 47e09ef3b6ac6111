import type { JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'

/** Text that the model is given as context. */
export interface ContextBlock {
  readonly slot: string
  /** Whether the developer wrote it; else it holds values of the state, and is fenced. */
  readonly isDeveloper: boolean
  readonly text: string
  /** Id of the block on protocols that take one. */
  readonly item: string
  /** Texts of the conversation before this session, sent as the messages that they were if the protocol allows it. */
  readonly said?: readonly SaidText[]
}

/** Setup of a connection. */
export interface SetupMessage {
  readonly kind: 'setup'
  /** Agent whose tools they are. */
  readonly agent: string
  readonly instruction: string
  readonly tools: readonly string[]
  readonly handle: string | null
}

/** Message to the model, in no protocol. */
export type LiveMessage =
  | SetupMessage
  | {
      readonly kind: 'update'
      readonly agent: string
      readonly instruction?: string
      readonly tools?: readonly string[]
    }
  | { readonly kind: 'context'; readonly blocks: readonly ContextBlock[] }
  | { readonly kind: 'remove'; readonly item: string }
  /** Lets the model speak now. */
  | { readonly kind: 'speak' }
  /** Lets the model stop to speak. */
  | { readonly kind: 'cancel' }
  | { readonly kind: 'text'; readonly text: string }
  /** Progress of a call in the background. */
  | { readonly kind: 'progress'; readonly call: string; readonly name: string; readonly value: JsonValue }
  | {
      readonly kind: 'result'
      readonly call: string
      readonly name: string
      readonly value: JsonValue
      /** Whether no other call waits for its result. */
      readonly isLast: boolean
      /** Context that goes inside the result, where context alone would cancel the call. */
      readonly context: readonly ContextBlock[]
    }
