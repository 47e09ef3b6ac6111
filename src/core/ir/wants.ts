/**
 * Requests by the core for work that it cannot do itself, such as model calls. The core never waits for an answer. If
 * there is none yet, it gets null and continues. The request is recorded, so that a later run may have the answer.
 */
export interface Wants {
  /**
   * Returns a text's embedding: finite numbers, not all 0, as many as for every other text. The array is shared, so do
   * not change it. Only text that the agent may see may be embedded. `at` is the origin of the text, such as `e:3` or
   * `d:context.0`. Returns null if no embedding is known yet, and for a text without words.
   */
  embed(text: string, at: string): Float32Array | null
  /** Requests a text's embedding for a later compile. This compile does not use it or wait for it. */
  embedLater(text: string): void
  /**
   * Whether an embedding handler exists and the text has no embedding yet. If so, a request for the embedding costs a
   * call.
   */
  isNew(text: string): boolean
}
