import type { JsonValue } from '../../ir/json.ts'

/** Text that the model is given as context. */
export interface ContextBlock {
  readonly slot: string
  /** Whether the developer wrote it; else it holds values of the state, and is fenced. */
  readonly isDeveloper: boolean
  readonly text: string
  /** Id of the block on protocols that take one. */
  readonly item: string
}

/** Setup of a connection. */
export interface SetupMessage {
  readonly kind: 'setup'
  readonly instruction: string
  readonly tools: readonly string[]
  readonly handle: string | null
}

/** Message to the model, in no protocol. */
export type LiveMessage =
  | SetupMessage
  | { readonly kind: 'update'; readonly instruction?: string; readonly tools?: readonly string[] }
  | { readonly kind: 'context'; readonly blocks: readonly ContextBlock[] }
  | { readonly kind: 'remove'; readonly item: string }
  /** Lets the model speak now. */
  | { readonly kind: 'speak' }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'result'
      readonly call: string
      readonly name: string
      readonly value: JsonValue
      /** Context that goes inside the result, where context alone would cancel the call. */
      readonly context: readonly ContextBlock[]
    }
