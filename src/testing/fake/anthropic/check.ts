import type { Fields } from '../shape.ts'
import type { ReportViolation } from '../violation.ts'
import type { ClaudeFacts } from './facts.ts'
import type { Turn } from './turn.ts'

/** Inputs of every check of the Messages API. */
export interface Check {
  readonly request: Fields
  readonly facts: ClaudeFacts
  /** Turns, one for each message. */
  readonly turns: readonly Turn[]
  /** Turns after joining neighbours of the same role. */
  readonly merged: readonly Turn[]
  readonly report: ReportViolation
}
