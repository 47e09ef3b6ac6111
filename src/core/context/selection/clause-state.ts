import type { Tier } from '../../ir/block.ts'
import type { Event } from '../../ir/event.ts'
import type { Clause } from '../../ir/policy.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import { never, type UnitTest } from '../definition/selector.ts'
import { isSlidingSelector, selectorOf } from '../selector/selectors.ts'
import { compareByLoss } from './compare-loss.ts'
import { Members } from './members.ts'

/** State of one clause of the policy, or of a clause in an `orElse` chain. */
export interface ClauseState {
  readonly clause: Clause
  /** Content test of the clause; null if the clause selects by position alone. */
  readonly test: UnitTest | null
  readonly members: Members
  /**
   * Index of the clause whose `orElse` is this clause: this clause is used if that one selects nothing. Null for a
   * clause of the policy itself.
   */
  readonly stands: number | null
  /**
   * Rank among the clauses whose operations have equal weight. The clause with the gentlest options has the lowest
   * rank, and clauses with equal options have equal ranks.
   */
  rank: number
  /** Whether every earlier clause in the `orElse` chain selects nothing, so that this clause is used. */
  asked: boolean
  /** First unit that the clause may currently select; Infinity if the clause selects nothing. */
  from: number
  /** First unit after the range of units that the clause selects. */
  to: number
  /** First unit that still fits into the clause's `atMost`. With any older unit, the clause would exceed it. */
  limit: number
}

const ranks: Readonly<Record<Tier, number>> = { archive: 0, supplementary: 1, important: 2, critical: 3 }

/** Returns the highest of some tiers, or `least` if none of them is higher. */
export const highestTier = (tiers: readonly Tier[], least: Tier): Tier =>
  tiers.reduce((highest, tier) => (ranks[tier] > ranks[highest] ? tier : highest), least)

/** Returns the tier that a clause gives to a unit that it selects. */
export const tierFromClause = ({ clause, limit }: ClauseState, unit: number): Tier =>
  unit < limit ? 'important' : (clause.tier ?? 'important')

/** Whether the `atMost` of a clause lowers the tier of older units instead of dropping them. */
export const isDemoting = ({ tier, atMost }: Clause): boolean => tier === 'critical' && atMost !== undefined

/** Whether a clause requires units that it need not require any more as the session grows. */
export const isMovingRequirement = ({ tier, atLeast, atMost, select, when, orElse }: Clause): boolean =>
  atLeast !== undefined ||
  (tier === 'critical' &&
    (atMost !== undefined || isSlidingSelector(select) || when.length > 0 || orElse !== undefined))

/** Returns the first unit that a clause selects, within its `atMost`. */
export const firstSelected = ({ clause, limit }: ClauseState): number => (isDemoting(clause) ? 0 : limit)

/** Returns the states of clauses. The state of each clause is followed by the states of its `orElse` chain. */
export function statesOfClauses(
  clauses: readonly Clause[],
  rows: UnitTable,
  eventAt: (seq: number) => Event,
): ClauseState[] {
  const slots: ClauseState[] = []
  const add = (clause: Clause, stands: number | null): void => {
    const at = slots.length
    const definition = selectorOf(clause.select)
    slots.push({
      clause,
      stands,
      test: definition.test?.(clause.select, rows, eventAt) ?? null,
      members: new Members(),
      rank: 0,
      asked: true,
      from: 0,
      to: never,
      limit: 0,
    })
    if (clause.orElse) add(clause.orElse, at)
  }
  for (const clause of clauses) add(clause, null)
  const ranked = [...slots].sort((left, right) =>
    compareByLoss(left.clause.operations, right.clause.operations),
  )
  for (const [index, slot] of ranked.entries()) {
    const before = ranked[index - 1]
    const isSame =
      before !== undefined && compareByLoss(before.clause.operations, slot.clause.operations) === 0
    slot.rank = isSame ? before.rank : index
  }
  return slots
}
