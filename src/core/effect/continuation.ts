import type { TargetName } from '../ir/target-name.ts'

/**
 * A request that was just sent and can be continued. A handler that asks the same model about the conversation may send
 * the request again, with a question at the end. The provider then reads the cached part at a lower price.
 */
export interface Continuation {
  readonly target: TargetName
  readonly model: string
  /**
   * Prices in USD. `request`: sending the request again, with its cached part read from the cache. `token`: one
   * additional uncached token.
   */
  readonly prices: { readonly request: number; readonly token: number }
  /** Whether the request shows the whole message at this position of the session. */
  shows(seq: number): boolean
  /**
   * Returns the request with a user's question at the end; null if the request forces a tool call or an output schema.
   */
  ask(question: string): object | null
}
