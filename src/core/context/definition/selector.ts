import type { Form } from '../../form/form.ts'
import type { Event } from '../../ir/event.ts'
import type { Selector, SelectorOf } from '../../ir/policy.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import type { Units } from '../../session/unit/units.ts'

/** Ordinal greater than the ordinal of every conversation unit; used for "no unit". */
export const never = Number.POSITIVE_INFINITY

/** Range of conversation units: the first unit in the range, and the first unit after it. */
export type Reach = readonly [from: number, to: number]

/** Lookup of the conversation units with which turns start. */
export interface TurnStarts {
  /**
   * Returns the first unit of the newest `turns` turns. The result moves `step` turns at a time, so up to `step - 1`
   * older turns are included.
   */
  firstUnitOfNewest(turns: number, step: number): number
}

/** Test of a conversation unit's content, independent of the unit's position in the session. */
export type UnitTest = (unit: number) => boolean

interface AnySelector<By extends Selector['by']> {
  readonly by: By
  /** Name of the function of `C` that returns this kind of selector. */
  readonly made: string
  readonly form: Form
  /** Returns the agents that the selector names. */
  names(select: SelectorOf<By>): readonly string[]
  /**
   * Whether the selector may select messages of another agent with this name, if at least `after` units come after
   * them.
   */
  mayShow(select: SelectorOf<By>, name: string, after: number): boolean
}

/** Ordinals of the conversation units that pass a selector's content test. */
export interface Passed {
  /** Returns the first passing unit at or after a given unit; Infinity if there is none. */
  from(unit: number): number
  /** Whether a condition is true for any passing unit; the newest units are checked first. */
  some(holds: (unit: number) => boolean): boolean
}

interface SelectorByPosition<By extends Selector['by']> extends AnySelector<By> {
  readonly goesBy: 'position'
  /** Whether a selected unit may later no longer be selected, as the session grows. */
  readonly slides: boolean
  /**
   * Returns the test of a unit's content; null if there is no test. A selected unit must be in the selected range and
   * pass this test.
   */
  test?(select: SelectorOf<By>, rows: UnitTable, eventAt: (seq: number) => Event): UnitTest | null
  /**
   * Returns the selected range. `passed` contains the units that pass the content test; null if the selector has no
   * test.
   */
  reach(select: SelectorOf<By>, view: Units, turns: TurnStarts, passed: Passed | null): Reach
}

interface SelectorByContent<By extends Selector['by']> extends AnySelector<By> {
  readonly goesBy: 'content'
  test(select: SelectorOf<By>, rows: UnitTable, eventAt: (seq: number) => Event): UnitTest
}

/** Definition of one kind of selector, including everything that the compiler knows about this kind. */
export type SelectorDefinition<By extends Selector['by'] = Selector['by']> =
  | SelectorByPosition<By>
  | SelectorByContent<By>
