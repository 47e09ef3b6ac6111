/** Mistake that a user makes: the code, and the call that answers it. */
export interface Mistake {
  /** The mistake as code, short. */
  readonly code: string
  readonly make: () => unknown
}

/** Creates a mistake. */
export const mistake = (code: string, make: () => unknown): Mistake => ({ code, make })
