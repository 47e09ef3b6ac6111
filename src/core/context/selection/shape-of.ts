import type { Tier } from '../../ir/block.ts'
import type { Origin } from '../../ir/origin.ts'
import type { Operation } from '../../ir/policy.ts'
import { asItIs, type Repeat, type Shape } from '../../ir/shape.ts'
import type { UnitKind } from '../../ir/unit.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import type { UnitPosition } from '../definition/operation.ts'
import type { Repeats, SeenResult } from '../operation/dedupe/repeats.ts'
import { definitionOf } from '../operation/operations.ts'
import type { ClauseState } from './clause-state.ts'
import { losesAtMost, weightOf } from './compare-loss.ts'

/** Units that a policy selects, with the operations that apply to each unit. */
interface Selected {
  readonly rows: UnitTable
  /** Whether the agent has a tool that restores content by its handle. */
  readonly canRestore: boolean
  tierOf(unit: number): Tier
  isCurrent(unit: number): boolean
  isHidden(unit: number): boolean
  placeAfter(unit: number): number
  turnsBegin(turns: number, step: number): number
  stepsBegin(steps: number, step: number): number
  /** Returns the age of a unit's oldest result in milliseconds; null if the age is unknown. */
  ageOf(unit: number): number | null
  /** Returns the clause and the operations for a unit; null if no clause selects the unit. */
  dueOperationsOf(unit: number, compactBefore: number): DueOperations | null
}

/** Clause, with only those of its operations that currently apply to a unit. */
export interface DueOperations {
  readonly slot: Pick<ClauseState, 'clause' | 'rank'>
  readonly operations: readonly Operation[]
}

/** Whether the operations of one clause are gentler than the operations of another. */
function isGentlerThan(one: DueOperations, other: DueOperations): boolean {
  const more = weightOf(one.operations) - weightOf(other.operations)
  return more < 0 || (more === 0 && one.slot.rank < other.slot.rank)
}

/** Kinds of units that contain messages and no tool results. */
const messages: ReadonlySet<UnitKind> = new Set(['user', 'developer', 'summary'])

/** Position of a unit, both in a selection and in a history. */
class Position implements UnitPosition {
  private readonly unit: number
  private readonly compactBefore: number
  private readonly selection: Selected

  constructor(unit: number, compactBefore: number, selection: Selected) {
    this.unit = unit
    this.compactBefore = compactBefore
    this.selection = selection
  }

  get isCurrent(): boolean {
    return this.selection.isCurrent(this.unit)
  }

  get isMessage(): boolean {
    return messages.has(this.selection.rows.ownKindOf(this.unit))
  }

  get isCritical(): boolean {
    return this.selection.tierOf(this.unit) === 'critical'
  }

  get canRestore(): boolean {
    return this.selection.canRestore
  }

  get givesWay(): boolean {
    return this.unit < this.compactBefore
  }

  isBeforeTurns(turns: number): boolean {
    return this.unit < this.selection.turnsBegin(turns, Math.max(1, turns))
  }

  isOlderThan(milliseconds: number): boolean {
    const age = this.selection.ageOf(this.unit)
    return age !== null && age >= milliseconds
  }

  isBeforeSteps(steps: number): boolean {
    return this.unit < this.selection.stepsBegin(steps, Math.max(1, steps))
  }
}

/** Returns the gentlest of the clauses that select a unit, with its operations that apply to the unit. */
export function gentlestClause(
  unit: number,
  slots: readonly DueOperations['slot'][],
  compactBefore: number,
  selection: Selected,
): DueOperations | null {
  let least: DueOperations | null = null
  const position = new Position(unit, compactBefore, selection)
  for (const slot of slots) {
    const applied = slot.clause.operations.filter(one => definitionOf(one).applies(one, position))
    const due: DueOperations = { slot, operations: applied }
    if (least === null || isGentlerThan(due, least)) least = due
  }
  return least
}

/** Position of the history's first unit, and the end of the range of units that may be compacted. */
interface Place {
  readonly start: number
  readonly compactBefore: number
}

/** Returns the form in which a unit is sent after its operations were applied. */
export function computeShape(
  { slot: { clause, rank }, operations: due }: DueOperations,
  unit: number,
  { start, compactBefore }: Place,
  selection: Selected,
  repeats: Repeats,
): Shape {
  const operations = due.filter(one => definitionOf(one).leavesOut(one) === null)
  const earlier = replaceableRepeats(due)
  /** Whether an earlier result is sent with all the content that the repeating result would show. */
  const isSentWithContent = ({ unit: other, origin }: SeenResult): boolean => {
    const done = selection.dueOperationsOf(other, compactBefore)?.operations ?? []
    if (!losesAtMost(done, due)) return false
    // The earlier result is shown in place of the repeating one. So it must not itself be replaced by a result that is
    // only alike (equal apart from white space and case).
    if (replaceableRepeats(done) === 'alike' && earlier !== 'alike') return false
    // An earlier result that is itself a repeat is not checked, because the list already contains the result that it
    // repeats.
    return (
      !leavesOut(done, 'superseded') ||
      repeats.supersededByLater(other, selection).every(([later]) => later !== origin)
    )
  }
  const repeated = new Map<Origin, Repeat>([
    ...(earlier === null ? [] : repeats.repeatsOfEarlier(earlier, unit, start, selection, isSentWithContent)),
    ...(leavesOut(due, 'superseded') ? repeats.supersededByLater(unit, selection) : []),
  ])
  if (operations.length === 0 && repeated.size === 0) return asItIs
  const numbers = operations.map(operation => clause.operations.indexOf(operation))
  const told = [...repeated].map(([origin, { which, handle }]) => `${origin} ${which} ${handle}`)
  return {
    key: `${rank}:${numbers.join()}:${told.join()}`,
    rank,
    operations,
    asWords: operations.some(one => definitionOf(one).asWords),
    repeated,
  }
}

/**
 * Returns the earlier results that may replace a repeat: only exact results, or also those that are alike; null if
 * there are none.
 */
function replaceableRepeats(operations: readonly Operation[]): 'exact' | 'alike' | null {
  // The compacted texts of two alike results may show different parts.
  if (leavesOut(operations, 'alike')) return losesAtMost(operations, []) ? 'alike' : 'exact'
  return leavesOut(operations, 'exact') ? 'exact' : null
}

const leavesOut = (operations: readonly Operation[], which: Repeat['which']): boolean =>
  operations.some(one => definitionOf(one).leavesOut(one) === which)
