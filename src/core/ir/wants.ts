/**
 * Requests of the core that it cannot serve itself, such as calls of a model. The core never waits: a missing answer
 * is null, and the core continues without it. The request is recorded, so that a later run may have the answer.
 */
export interface Wants {
  /**
   * Returns a text's embedding: finite numbers, not all 0, as many for every text. The array is shared; do not change
   * it. Only text that the agent may see may be embedded. `at` is the place in question, such as `e:3` or
   * `d:context.0`. Also null for a text without words.
   */
  embed(text: string, at: string): Float32Array | null
  /** Asks for a text's embedding that this compile does not use, but a later one would. Nobody waits for it. */
  embedLater(text: string): void
  /** Whether a handler could embed a text that the session has no embedding for yet; a new one costs a call. */
  isNew(text: string): boolean
}
