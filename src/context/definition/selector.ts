import type { Event } from '../../ir/event.ts'
import type { Selector, SelectorOf } from '../../ir/policy.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import type { Units } from '../../session/unit/units.ts'
import type { Form } from '../../validate/form.ts'

/** Beyond every unit. */
export const never = Number.POSITIVE_INFINITY

/** Range of units: the first, and one past the last. */
export type Reach = readonly [from: number, to: number]

/** Starts of turns. */
export interface TurnStarts {
  /** The first unit of the newest so many turns; with a step of more than one, of up to so many more. */
  begin(turns: number, step: number): number
}

/** Whether a unit is selected for its content, wherever the session stands. */
export type UnitTest = (unit: number) => boolean

interface AnySelector<By extends Selector['by']> {
  readonly by: By
  /** Name of the function of `C` that makes one. */
  readonly made: string
  readonly form: Form
  /** Agents that it names. */
  names(select: SelectorOf<By>): readonly string[]
  /** Whether it may select what another agent of this name said. */
  mayShow(select: SelectorOf<By>, name: string): boolean
}

interface SelectorByPosition<By extends Selector['by']> extends AnySelector<By> {
  readonly goesBy: 'position'
  /** Whether units pass out of what it selects as the session goes on. */
  readonly slides: boolean
  reach(select: SelectorOf<By>, view: Units, turns: TurnStarts): Reach
}

interface SelectorByContent<By extends Selector['by']> extends AnySelector<By> {
  readonly goesBy: 'content'
  test(select: SelectorOf<By>, rows: UnitTable, eventAt: (seq: number) => Event): UnitTest
}

/** Definition of one kind of selector: all that the compiler knows of it. */
export type SelectorDefinition<By extends Selector['by'] = Selector['by']> =
  | SelectorByPosition<By>
  | SelectorByContent<By>
