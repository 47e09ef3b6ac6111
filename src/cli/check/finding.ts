import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import type { Facts } from './facts.ts'

/** Result of a rule, and the agents that may declare it intended. */
export interface RuleFinding {
  readonly diagnostic: Diagnostic
  readonly agents: readonly string[]
}

/** Rule that finds one kind of problem. */
export type CheckRule = (facts: Facts) => readonly RuleFinding[]
