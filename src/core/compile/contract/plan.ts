import type { DecisionKind } from '../../ir/plan.ts'

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
