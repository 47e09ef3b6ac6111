/**
 * Requests of the core that only somebody else can serve, such as a model. The core waits for nothing: a
 * missing answer is null, and the core goes on without it. The request is noted down, so that a later run may
 * have the answer.
 */
export interface Wants {
  /**
   * A text as numbers: all of them finite, not all of them 0, as many for every text. The same array each time: do not
   * change it. Only what the agent may see may be asked for. `at` is the place it is about, such as `e:3` or
   * `d:context.0`. Null for a text without words too.
   */
  embed(text: string, at: string): Float32Array | null
  /** Whether somebody may make numbers of a text that the session holds none for yet: what is new costs a call. */
  isNew(text: string): boolean
}
