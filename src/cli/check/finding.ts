import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import type { Facts } from './facts.ts'

/** Finding of a rule, with the agents that may declare it as intended. */
export interface RuleFinding {
  readonly diagnostic: Diagnostic
  readonly agents: readonly string[]
}

/** Rule that finds one kind of problem. */
export type CheckRule = (facts: Facts) => readonly RuleFinding[]
