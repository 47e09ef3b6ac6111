import type { Form } from '../../form/form.ts'
import type { Event } from '../../ir/event.ts'
import type { Selector, SelectorOf } from '../../ir/policy.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import type { Units } from '../../session/unit/units.ts'

/** Ordinal greater than that of every unit; used for "no unit". */
export const never = Number.POSITIVE_INFINITY

/** Range of units: its first unit, and the first unit after it. */
export type Reach = readonly [from: number, to: number]

/** Starts of turns. */
export interface TurnStarts {
  /**
   * Returns the first unit of the newest `turns` turns. It moves `step` turns at a time, so up to `step - 1` older
   * turns are included.
   */
  begin(turns: number, step: number): number
}

/** Whether a unit is selected for its content, independent of its position in the session. */
export type UnitTest = (unit: number) => boolean

interface AnySelector<By extends Selector['by']> {
  readonly by: By
  /** Name of the function of `C` that returns this selector. */
  readonly made: string
  readonly form: Form
  /** Returns the agents that the selector names. */
  names(select: SelectorOf<By>): readonly string[]
  /** Whether the selector may select messages of another agent with this name, if at least `after` units come after them. */
  mayShow(select: SelectorOf<By>, name: string, after: number): boolean
}

/** Ordinals of the units that pass a selector's content test. */
export interface Passed {
  /** Returns the first of these units at or after a given unit; Infinity if there is none. */
  from(unit: number): number
  /** Whether a condition is true for any of these units; the newest are checked first. */
  some(holds: (unit: number) => boolean): boolean
}

interface SelectorByPosition<By extends Selector['by']> extends AnySelector<By> {
  readonly goesBy: 'position'
  /** Whether selected units drop out of the selection as the session grows. */
  readonly slides: boolean
  /** Returns the test of a unit's content, which applies in addition to the position; null if there is none. */
  test?(select: SelectorOf<By>, rows: UnitTable, eventAt: (seq: number) => Event): UnitTest | null
  /**
   * Returns the selected range. `passed` has the units that pass the content test; null if the selector has no test.
   */
  reach(select: SelectorOf<By>, view: Units, turns: TurnStarts, passed: Passed | null): Reach
}

interface SelectorByContent<By extends Selector['by']> extends AnySelector<By> {
  readonly goesBy: 'content'
  test(select: SelectorOf<By>, rows: UnitTable, eventAt: (seq: number) => Event): UnitTest
}

/** Definition of one kind of selector, with everything that the compiler knows about it. */
export type SelectorDefinition<By extends Selector['by'] = Selector['by']> =
  | SelectorByPosition<By>
  | SelectorByContent<By>
