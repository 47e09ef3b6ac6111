/** Source of a key's value: whoever is responsible for the source is responsible for the value. */
export type FlowOrigin =
  /** The program says it: the developer's own. */
  | { readonly kind: 'constant' }
  /** The user's own words. */
  | { readonly kind: 'user' }
  /** The values of these keys, as far as they are there. */
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  /** A function of the whole state: which keys it reads shows only when it runs. */
  | { readonly kind: 'any' }

/** When a key is written. */
export type FlowCondition =
  | 'always'
  /** Only where it is not there: it is there afterwards in any case. */
  | 'if-absent'
  /** Only where one of these keys is there. */
  | { readonly anyOf: readonly string[] }

/**
 * One thing that a step does to keys, if it does not fail. `by` is the name of the step, so that a finding can say
 * "dropped by S.drop". The entries of a step hold one after the other.
 */
export type KeyFlow =
  /** Looks at a key; where it `must` be there, it is there afterwards, or the step has failed. */
  | { readonly kind: 'read'; readonly by: string; readonly key: string; readonly need: 'must' | 'may' }
  /** Looks at whatever a function looks at. */
  | { readonly kind: 'read-any'; readonly by: string }
  | {
      readonly kind: 'write'
      readonly by: string
      readonly key: string
      readonly when: FlowCondition
      readonly origin: FlowOrigin
    }
  /** The key is absent afterwards, whether it was there or not. */
  | { readonly kind: 'remove'; readonly by: string; readonly key: string }
  /** Every key is absent afterwards but these and those of a scope. */
  | { readonly kind: 'keep-only'; readonly by: string; readonly keys: readonly string[] }
  /**
   * At once for all pairs: the value of each `from` that is there becomes that of `to`, and `from` is absent unless it is
   * the `to` of another pair that was there. A pair whose `from` is absent does nothing.
   */
  | {
      readonly kind: 'rename'
      readonly by: string
      readonly pairs: readonly { readonly from: string; readonly to: string }[]
    }
