import type { Fields } from '../shape.ts'
import type { ReportViolation } from '../violation.ts'
import type { ClaudeFacts } from './facts.ts'
import type { Turn } from './turn.ts'

/** Input of every check of a Messages API request. */
export interface Check {
  readonly request: Fields
  readonly facts: ClaudeFacts
  /** Messages of the request, read as turns. */
  readonly turns: readonly Turn[]
  /** Turns after the API joins neighbouring messages of one role. */
  readonly merged: readonly Turn[]
  readonly report: ReportViolation
}
