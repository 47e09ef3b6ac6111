/** Sizes of the form that a result gets before its first request. */
export interface ShortForm {
  /** Characters up to which a result stays whole, and those that a short one keeps. */
  readonly over: number
  readonly keep: number
  /** Characters of the list that names identifiers which were cut. */
  readonly names: number
  /** Whether a result that came before, word for word, is only referred to. */
  readonly dedupe: boolean
  /** Whether an expand gives back only what is around the words that are sought. */
  readonly parts: boolean
}

/** Form of `compact` at its usual size for older results. */
export const today: ShortForm = { over: 2_000, keep: 1_600, names: 0, dedupe: false, parts: false }
