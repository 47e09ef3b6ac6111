import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import type { Facts } from './facts.ts'

/** Finding of a rule, with the agents whose declaration may allow it as intended. */
export interface RuleFinding {
  readonly diagnostic: Diagnostic
  readonly agents: readonly string[]
}

/** Function that finds one kind of problem in a program. */
export type CheckRule = (facts: Facts) => readonly RuleFinding[]
