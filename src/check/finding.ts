import type { Diagnostic } from '../diag/diagnostic.ts'
import type { Facts } from './facts.ts'

/** Something that a rule found, and the agents that may say that it is intended. */
export interface Finding {
  readonly diagnostic: Diagnostic
  readonly agents: readonly string[]
}

/** Finds one kind of thing. */
export type Rule = (facts: Facts) => readonly Finding[]
