import type { Form } from '../../form/form.ts'
import type { Event } from '../../ir/event.ts'
import type { Selector, SelectorOf } from '../../ir/policy.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import type { Units } from '../../session/unit/units.ts'

/** Ordinal past every unit. */
export const never = Number.POSITIVE_INFINITY

/** Range of units: the first unit, and the one after the last. */
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
  /** Name of the function of `C` that makes the selector. */
  readonly made: string
  readonly form: Form
  /** Returns the agents that the selector names. */
  names(select: SelectorOf<By>): readonly string[]
  /** Whether the selector may select messages of another agent with this name, if at least `after` units come after them. */
  mayShow(select: SelectorOf<By>, name: string, after: number): boolean
}

/** Ordinals of the units that pass a selector's test. */
export interface Passed {
  /** Returns the first of them from a unit on; Infinity if there is none. */
  from(unit: number): number
  /** Whether a test holds for any of them; the newest are tested first. */
  some(holds: (unit: number) => boolean): boolean
}

interface SelectorByPosition<By extends Selector['by']> extends AnySelector<By> {
  readonly goesBy: 'position'
  /** Whether selected units drop out of the selection as the session grows. */
  readonly slides: boolean
  /** Returns the test of a unit's content that is asked beside the position; null if none is. */
  test?(select: SelectorOf<By>, rows: UnitTable, eventAt: (seq: number) => Event): UnitTest | null
  /** `passed`: the units that pass the selector's test; null if it has none. */
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
