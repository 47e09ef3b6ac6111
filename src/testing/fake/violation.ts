/** Rule that a request breaks, with the API's error text. */
export interface Violation {
  /** Rule id in `reference/peers.md` section 3 (`A1`, `R3`, `C7`), or a general rule (`shape`, `tool-name`). */
  readonly rule: string
  readonly message: string
  /** JSON pointer into the request. */
  readonly pointer: string
  readonly param?: string | null
  readonly code?: string | null
}

/** `param` and `code` of an OpenAI error. */
export interface ErrorFields {
  readonly param?: string | null
  readonly code?: string | null
}

/** Function that adds one violation. */
export type ReportViolation = (rule: string, pointer: string, message: string, fields?: ErrorFields) => void

/** Returns a list of violations in the order in which they are found, and the function that adds to it. */
export const collectViolations = (): { readonly found: Violation[]; readonly report: ReportViolation } => {
  const found: Violation[] = []
  const report: ReportViolation = (rule, pointer, message, fields) => {
    found.push({ rule, pointer, message, ...fields })
  }
  return { found, report }
}
