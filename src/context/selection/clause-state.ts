import type { Event } from '../../ir/event.ts'
import type { Clause } from '../../ir/policy.ts'
import type { Tier } from '../../ir/tier.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import { never, type UnitTest } from '../definition/selector.ts'
import { selectorOf } from '../selector/selectors.ts'
import { byLoss } from './compare-loss.ts'
import { Members } from './members.ts'

/** A clause, or what stands for one that selects nothing. */
export interface ClauseState {
  readonly clause: Clause
  /** The test of one that goes by what units hold. */
  readonly test: UnitTest | null
  readonly members: Members
  /** The slot that it stands for; null for a clause of the policy itself. */
  readonly stands: number | null
  /** Its place among those that do as much, by what they ask for: the least first; the same for those that ask for the same. */
  rank: number
  /** Whether all that it stands for selects nothing. */
  asked: boolean
  /** Start of the units that it selects, as the session is now; Infinity if it selects nothing. */
  from: number
  /** End of the units that it selects. */
  to: number
  /** First unit that it may select: those before would take more tokens than it may. */
  limit: number
}

const ranks: Readonly<Record<Tier, number>> = { archive: 0, supplementary: 1, important: 2, critical: 3 }

/** Returns the highest tier of some clauses, and never less than `least`. */
export const highestTier = (clauses: readonly Clause[], least: Tier): Tier =>
  clauses
    .map(({ tier = 'important' }) => tier)
    .reduce((highest, tier) => (ranks[tier] > ranks[highest] ? tier : highest), least)

/** The slots of clauses, each followed by what stands for it. */
export function slotsOf(
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
      test: definition.goesBy === 'content' ? definition.test(clause.select, rows, eventAt) : null,
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
  const ranked = [...slots].sort((left, right) => byLoss(left.clause.operations, right.clause.operations))
  for (const [index, slot] of ranked.entries()) {
    const before = ranked[index - 1]
    const isSame = before !== undefined && byLoss(before.clause.operations, slot.clause.operations) === 0
    slot.rank = isSame ? before.rank : index
  }
  return slots
}
