/** Rule that a request breaks, and the API's error text. */
export interface Violation {
  /** Id of the rule in `reference/peers.md` section 3 (`A1`, `R3`, `C7`), or a general rule (`shape`, `tool-name`). */
  readonly rule: string
  readonly message: string
  /** JSON pointer to the fault in the request. */
  readonly pointer: string
  readonly param?: string | null
  readonly code?: string | null
}

/** Fields `param` and `code` of an OpenAI error. */
export interface ErrorFields {
  readonly param?: string | null
  readonly code?: string | null
}

/** Function that records a violation. */
export type ReportViolation = (rule: string, pointer: string, message: string, fields?: ErrorFields) => void

/** Returns an empty list of violations, and the function that adds a violation to the list. */
export const collectViolations = (): { readonly found: Violation[]; readonly report: ReportViolation } => {
  const found: Violation[] = []
  const report: ReportViolation = (rule, pointer, message, fields) => {
    found.push({ rule, pointer, message, ...fields })
  }
  return { found, report }
}
