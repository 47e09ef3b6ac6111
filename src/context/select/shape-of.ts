import type { Origin } from '../../ir/origin.ts'
import type { Clause, Operation } from '../../ir/policy.ts'
import { asItIs, type Repeat, type Shape } from '../../ir/shape.ts'
import type { UnitKind } from '../../ir/unit.ts'
import type { UnitRows } from '../../session/unit-rows.ts'
import type { Repeats } from '../dedupe/repeats.ts'
import { weightOf } from './least.ts'
import type { Slot } from './slot.ts'

/** What is known of the units that a policy selects. */
interface Selected {
  readonly rows: UnitRows
  readonly clauses: readonly Clause[]
  isCurrent(unit: number): boolean
  isHidden(unit: number): boolean
  after(unit: number): number
  turnsBegin(turns: number, step: number): number
}

/** A clause, and what of it is done to a unit as the session stands. */
export interface Due {
  readonly slot: Slot
  readonly operations: readonly Operation[]
}

/** Whether a clause does less to a unit than another. */
export function isLess(one: Due, other: Due): boolean {
  const more = weightOf(one.operations) - weightOf(other.operations)
  return more < 0 || (more === 0 && one.slot.rank < other.slot.rank)
}

/** What a clause does to a unit: what is being answered is not shortened, and what was said is never cut. */
export function operationsOn(
  unit: number,
  { operations }: Clause,
  pressed: number,
  selection: Selected,
): readonly Operation[] {
  const isCurrent = selection.isCurrent(unit)
  // Cut once it is current no more, a question would change the history in each turn.
  const isSaid = said.has(selection.rows.ownKindOf(unit))
  const isOld = ({ olderThan }: Extract<Operation, { op: 'compact' }>): boolean =>
    !isCurrent &&
    (olderThan === undefined
      ? unit < pressed
      : unit < selection.turnsBegin(olderThan, Math.max(1, olderThan)))
  return operations.filter(operation => {
    if (operation.op === 'compact') return isOld(operation)
    if (operation.op === 'render') return !isCurrent
    return operation.op === 'dedupe' || !isSaid
  })
}

/** Units without results. */
const said: ReadonlySet<UnitKind> = new Set(['user', 'developer', 'summary'])

/** How a unit is shown by what is done to it. */
export function shapeBy(
  clause: Clause,
  due: readonly Operation[],
  unit: number,
  { start, selection, repeats }: { start: number; selection: Selected; repeats: Repeats },
): Shape {
  const repeated = new Map<Origin, Repeat>()
  const operations = due.filter(({ op }) => op !== 'dedupe')
  for (const operation of due) {
    if (operation.op !== 'dedupe') continue
    const found =
      operation.which === 'exact' ? repeats.earlier(unit, start, selection) : repeats.later(unit, selection)
    for (const [origin, repeat] of found) repeated.set(origin, repeat)
  }
  if (operations.length === 0 && repeated.size === 0) return asItIs
  const numbers = operations.map(operation => clause.operations.indexOf(operation))
  const told = [...repeated].map(([origin, { which, handle }]) => `${origin} ${which} ${handle}`)
  return {
    key: `${selection.clauses.indexOf(clause)}:${numbers.join()}:${told.join()}`,
    operations,
    repeated,
  }
}
