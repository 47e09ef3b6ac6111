/**
 * What the core asks for that only somebody else can make, such as a model. Nothing is waited for: what is not there is
 * null, and the core goes on without it. It is noted down, so that a later run may have it.
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
