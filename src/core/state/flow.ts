/** Source of a key's value; it decides the value's trust. */
export type FlowOrigin =
  /** A constant of the program, with the developer's trust. */
  | { readonly kind: 'constant' }
  /** Text written by the user. */
  | { readonly kind: 'user' }
  /** Values of these keys, if they exist. */
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  /** A function of the whole state. It is known only at run time which keys the function reads. */
  | { readonly kind: 'any' }

/** Condition for writing a key. */
export type FlowCondition =
  | 'always'
  /** Only if the key is missing. So the key surely exists afterwards. */
  | 'if-absent'
  /** Only if one of these keys exists. */
  | { readonly anyOf: readonly string[] }

/**
 * One effect of a step on keys, if the step does not fail. `by` is the name of the step, so that a finding can state
 * "dropped by S.drop". The effects of a step apply in order.
 */
export type KeyFlow =
  /** Reads a key. If it `must` exist, it exists afterwards, or the step has failed. */
  | { readonly kind: 'read'; readonly by: string; readonly key: string; readonly need: 'must' | 'may' }
  /** Reads keys. A function determines which keys, so they are unknown here. */
  | { readonly kind: 'read-any'; readonly by: string }
  | {
      readonly kind: 'write'
      readonly by: string
      readonly key: string
      readonly when: FlowCondition
      readonly origin: FlowOrigin
    }
  /** Removes a key, whether or not it exists. */
  | { readonly kind: 'remove'; readonly by: string; readonly key: string }
  /** Removes every key except these keys and keys with a scope. */
  | { readonly kind: 'keep-only'; readonly by: string; readonly keys: readonly string[] }
  /**
   * Renames all pairs at once: the value of each existing `from` moves to `to`. Afterwards, `from` is absent, unless it
   * is the `to` of another existing pair. A pair whose `from` is missing has no effect.
   */
  | {
      readonly kind: 'rename'
      readonly by: string
      readonly pairs: readonly { readonly from: string; readonly to: string }[]
    }
