import type { JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'

/** Text that the model gets as context. */
export interface ContextBlock {
  readonly slot: string
  /** Whether the developer wrote the text; otherwise it holds state values, and is fenced. */
  readonly isDeveloper: boolean
  readonly text: string
  /** Id of the block, on protocols that accept one. */
  readonly item: string
  /** Texts of the conversation before this session; sent as separate messages if the protocol allows it. */
  readonly said?: readonly SaidText[]
}

/** Setup of a connection. */
export interface SetupMessage {
  readonly kind: 'setup'
  /** Name of the agent that the tools belong to. */
  readonly agent: string
  readonly instruction: string
  readonly tools: readonly string[]
  readonly handle: string | null
}

/** Message to the model, independent of the protocol. */
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
  /** Makes the model speak now. */
  | { readonly kind: 'speak' }
  /** Asks the model to stop speaking. */
  | { readonly kind: 'cancel' }
  | { readonly kind: 'text'; readonly text: string }
  /** Progress of a background call. */
  | { readonly kind: 'progress'; readonly call: string; readonly name: string; readonly value: JsonValue }
  | {
      readonly kind: 'result'
      readonly call: string
      readonly name: string
      readonly value: JsonValue
      /** Whether no other call is waiting for its result. */
      readonly isLast: boolean
      /** Context that is sent inside the result, for models in which separate context would cancel the call. */
      readonly context: readonly ContextBlock[]
    }
