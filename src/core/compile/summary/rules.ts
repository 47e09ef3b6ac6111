import type { PolicySelection } from '../../context/selection/selection.ts'
import type { Operation, OperationOf } from '../../ir/policy.ts'
import { toJson } from '../../text/json.ts'

/** Rule in a policy for summarizing conversation units. */
export type SummaryRule = OperationOf<'summarize'>

/** Returns the policy's summary rules. They are sorted, so that the order of the clauses makes no difference. */
export const summaryRules = (selection: PolicySelection | null): readonly SummaryRule[] =>
  sortRules((selection?.clauses ?? []).flatMap(({ operations }) => operations.filter(isSummaryRule)))

const isSummaryRule = (operation: Operation): operation is SummaryRule => operation.op === 'summarize'

const sortRules = (rules: readonly SummaryRule[]): readonly SummaryRule[] =>
  rules.toSorted((left, right) => (toJson(left) < toJson(right) ? -1 : 1))

/** Returns the summary rule for a conversation unit; null if a clause that selects the unit sends it in full. */
export function summaryRuleOf(selection: PolicySelection, unit: number): SummaryRule | null {
  const rules = selection
    .clausesOf(unit)
    .filter(({ tier }) => tier !== 'archive')
    .map(({ operations }) => operations.find(isSummaryRule))
  return rules.includes(undefined) ? null : (sortRules(rules as readonly SummaryRule[])[0] ?? null)
}

/** Whether a rule summarizes a conversation unit because of its age, even if the room is large enough. */
export const isOldUnit = ({ olderThan }: SummaryRule, selection: PolicySelection, unit: number): boolean =>
  olderThan !== undefined && unit < selection.turnsBegin(olderThan, Math.max(1, olderThan))
