import type { Origin } from '../../ir/origin.ts'
import type { Clause, Operation } from '../../ir/policy.ts'
import { asItIs, type Repeat, type Shape } from '../../ir/shape.ts'
import type { UnitKind } from '../../ir/unit.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import type { Repeats, Told } from '../operation/dedupe/repeats.ts'
import type { ClauseState } from './clause-state.ts'
import { losesAtMost, weightOf } from './compare-loss.ts'

/** View of the units that a policy selects. */
interface Selected {
  readonly rows: UnitTable
  isCurrent(unit: number): boolean
  isHidden(unit: number): boolean
  after(unit: number): number
  turnsBegin(turns: number, step: number): number
  stepsBegin(steps: number, step: number): number
  /** Returns the clause and the operations for a unit; null if no clause selects the unit. */
  dueOf(unit: number, pressed: number): Due | null
}

/** A clause, and what of it is done to a unit as the session stands. */
export interface Due {
  readonly slot: ClauseState
  readonly operations: readonly Operation[]
}

/** Whether a clause does less to a unit than another. */
function isLess(one: Due, other: Due): boolean {
  const more = weightOf(one.operations) - weightOf(other.operations)
  return more < 0 || (more === 0 && one.slot.rank < other.slot.rank)
}

/** Returns the operations on a unit: current input is not compacted or rendered, messages are never cut. */
function operationsOn(
  unit: number,
  { operations }: Clause,
  pressed: number,
  selection: Selected,
): readonly Operation[] {
  const isCurrent = selection.isCurrent(unit)
  // Cut once it is current no more, a question would change the history in each turn.
  const isSaid = said.has(selection.rows.ownKindOf(unit))
  const isOld = ({ olderThan, olderThanSteps }: Extract<Operation, { op: 'compact' }>): boolean => {
    if (isCurrent) return false
    if (olderThan === undefined && olderThanSteps === undefined) return unit < pressed
    // Moves on every so many turns or steps, so that requests between begin alike.
    return (
      (olderThan !== undefined && unit < selection.turnsBegin(olderThan, Math.max(1, olderThan))) ||
      (olderThanSteps !== undefined &&
        unit < selection.stepsBegin(olderThanSteps, Math.max(1, olderThanSteps)))
    )
  }
  return operations.filter(operation => {
    if (operation.op === 'compact') return isOld(operation)
    if (operation.op === 'render') return !isCurrent
    return operation.op === 'dedupe' || !isSaid
  })
}

/** Units without results. */
const said: ReadonlySet<UnitKind> = new Set(['user', 'developer', 'summary'])

/** Returns the clause that does least to a unit, and its operations. */
export function leastDue(
  unit: number,
  slots: readonly ClauseState[],
  pressed: number,
  selection: Selected,
): Due | null {
  let least: Due | null = null
  for (const slot of slots) {
    const due: Due = { slot, operations: operationsOn(unit, slot.clause, pressed, selection) }
    if (least === null || isLess(due, least)) least = due
  }
  return least
}

/** Start of a history, and the end of the units that may be compacted. */
interface Place {
  readonly start: number
  readonly pressed: number
}

/** Returns the shape of a unit after its operations. */
export function shapeBy(
  { slot: { clause, rank }, operations: due }: Due,
  unit: number,
  { start, pressed }: Place,
  selection: Selected,
  repeats: Repeats,
): Shape {
  const operations = due.filter(({ op }) => op !== 'dedupe')
  /** Whether an earlier result tells all that this one would. */
  const isTold = ({ unit: other, origin }: Told): boolean => {
    const done = selection.dueOf(other, pressed)?.operations ?? []
    if (!losesAtMost(done, due)) return false
    // One that an earlier result stands for is no question: that one would have been found.
    return (
      !leavesOut(done, 'superseded') || repeats.later(other, selection).every(([later]) => later !== origin)
    )
  }
  const repeated = new Map<Origin, Repeat>([
    ...(leavesOut(due, 'exact') ? repeats.earlier(unit, start, selection, isTold) : []),
    ...(leavesOut(due, 'superseded') ? repeats.later(unit, selection) : []),
  ])
  if (operations.length === 0 && repeated.size === 0) return asItIs
  const numbers = operations.map(operation => clause.operations.indexOf(operation))
  const told = [...repeated].map(([origin, { which, handle }]) => `${origin} ${which} ${handle}`)
  return {
    key: `${rank}:${numbers.join()}:${told.join()}`,
    rank,
    operations,
    repeated,
  }
}

const leavesOut = (operations: readonly Operation[], which: Repeat['which']): boolean =>
  operations.some(operation => operation.op === 'dedupe' && operation.which === which)
