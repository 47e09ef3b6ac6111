/** One rule that a request breaks, in the words of the wire. */
export interface Violation {
  /** Rule id of `reference/peers.md` section 3 (`A1`, `R3`, `C7`) or a general one (`shape`, `tool-name`). */
  readonly rule: string
  readonly message: string
  /** JSON pointer into the request. */
  readonly pointer: string
  readonly param?: string | null
  readonly code?: string | null
}

/** OpenAI's `param` and `code` of an error. */
export interface ErrorFields {
  readonly param?: string | null
  readonly code?: string | null
}

/** Adds one violation. */
export type Report = (rule: string, pointer: string, message: string, fields?: ErrorFields) => void

/** A list of violations in wire order, and the function that fills it. */
export const collectViolations = (): { readonly found: Violation[]; readonly report: Report } => {
  const found: Violation[] = []
  const report: Report = (rule, pointer, message, fields) => {
    found.push({ rule, pointer, message, ...fields })
  }
  return { found, report }
}
