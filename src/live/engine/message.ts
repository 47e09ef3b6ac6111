import type { JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'

/** Text that the model gets as context, outside of its instruction. */
export interface ContextBlock {
  readonly slot: string
  /** Whether the developer wrote the whole text. Otherwise it may contain state values, and is tagged as data. */
  readonly isDeveloper: boolean
  readonly text: string
  /** Id of the block, for protocols in which blocks have ids. */
  readonly item: string
  /** Texts of an earlier conversation. They are sent as separate messages if the protocol allows this. */
  readonly said?: readonly SaidText[]
}

/** Setup message of a connection. */
export interface SetupMessage {
  readonly kind: 'setup'
  /** Name of the agent whose tools are declared. */
  readonly agent: string
  readonly instruction: string
  readonly tools: readonly string[]
  readonly handle: string | null
}

/** Message to the model, in a form that does not depend on the protocol. */
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
      /** Whether the model waits for no other result. */
      readonly isLast: boolean
      /** Context that is sent inside the result, for models in which separate context would cancel the call. */
      readonly context: readonly ContextBlock[]
    }
