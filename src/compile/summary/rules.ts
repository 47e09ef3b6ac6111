import type { Selection } from '../../context/selection/selection.ts'
import type { OperationOf } from '../../ir/policy.ts'

/** Rule of a policy about summaries of a unit. */
export type SummaryRule = OperationOf<'summarize'>

/** Returns the policy's rules about summaries, in order. */
export const rulesOf = (selection: Selection | null): readonly SummaryRule[] =>
  (selection?.clauses ?? []).flatMap(({ operations }) =>
    operations.filter((one): one is SummaryRule => one.op === 'summarize'),
  )

/** Returns the rule for a unit; null if a clause that selects it wants it whole. The first clause decides. */
export function ruleOf(selection: Selection, unit: number): SummaryRule | null {
  const rules = selection
    .clausesOf(unit)
    .filter(({ tier }) => tier !== 'archive')
    .map(({ operations }) => operations.find((one): one is SummaryRule => one.op === 'summarize'))
  return rules.includes(undefined) ? null : (rules[0] ?? null)
}

/** Whether a rule summarizes a unit even if there is room for it. */
export const isOld = ({ olderThan }: SummaryRule, selection: Selection, unit: number): boolean =>
  olderThan !== undefined && unit < selection.turnsBegin(olderThan, Math.max(1, olderThan))
