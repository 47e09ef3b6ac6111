import type { DecisionKind, Plan } from '../../ir/plan.ts'

/** Kinds of decisions, in the order of the parts of a request that they affect. */
export const decisionOrder: readonly DecisionKind[] = [
  'config-change',
  'tools',
  'compact',
  'summary',
  'rewind',
  'redact',
  'state',
  'slide',
  'trim',
  'limit',
  'shorten',
  'supplementary',
  'selection',
  'passes',
  'beside',
  'reasoning',
]

/** Plan that a caller passed: unchanged since a compile returned it, or null with the reason why it is refused. */
export type PassedPlan =
  | { readonly plan: Plan; readonly refused: null }
  | { readonly plan: null; readonly refused: string | null }
