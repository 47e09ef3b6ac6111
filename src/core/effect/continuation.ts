import type { TargetName } from '../ir/target-name.ts'

/**
 * A request that was just sent, as the beginning of another one. A handler that asks the same model about the conversation may
 * send it once more with a question at its end: what the provider's cache holds of it is read at a lower price.
 */
export interface Continuation {
  readonly target: TargetName
  readonly model: string
  /** Prices in USD: of the request sent once more, from the cache where it holds it, and of one token that it does not hold. */
  readonly prices: { readonly request: number; readonly token: number }
  /** Whether the request shows the message at this place of the session whole. */
  shows(seq: number): boolean
  /** Returns the request with a question of the user at its end; null if the request asks for a call or a form of the answer. */
  ask(question: string): object | null
}
