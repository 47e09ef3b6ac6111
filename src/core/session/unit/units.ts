import type { Tier } from '../../ir/block.ts'
import type { Shape } from '../../ir/shape.ts'
import type { Move } from './routing.ts'
import type { Unseen } from './sight.ts'
import type { UnitTable } from './unit-table.ts'

/** Units of a session, as one viewer sees them. */
export interface Units {
  /** Table of the units, shared by all viewers. */
  readonly rows: UnitTable
  /** Ordinals of the units that are never dropped, oldest first, as decided by their events or for the viewer. */
  readonly critical: readonly number[]
  /** Returns the tier of a unit for the viewer. */
  tierOf(unit: number): Tier
  /**
   * Returns the form in which a unit is sent, in a history that starts at `start`; units before `compactBefore` are
   * compacted if their clause allows it.
   */
  shapeOf(unit: number, start: number, compactBefore: number): Shape
  /** Returns the number of shown units before a position; if there are more than `most`, the result may be `most`. */
  shownBefore(end: number, most: number): number
  /** Returns the last response of each branch that waits for results, by unit, oldest first. */
  openUnits(): number[]
  /** Whether a unit may still gain parts: it waits for results, or its response may continue. */
  isGrowing(unit: number): boolean
  /** Whether nothing is shown at a unit's position. */
  isHidden(unit: number): boolean
  /** Whether the viewer is never shown a unit, whatever the budget. */
  isUnseen(unit: number): boolean
  /** Whether a unit is unseen for reasons other than the viewer's policy. */
  isForOthers(unit: number): boolean
  /** Returns the reason why a unit is unseen; null if the viewer may see it. */
  whyUnseen(unit: number): Unseen | null
  /**
   * Whether the viewer is shown a unit's own text, disregarding summaries: now, or right after event `seq`, as far as
   * the state decides it.
   */
  hears(unit: number, seq?: number): boolean
  /** Events that show or hide units, because text that is in the state is not shown again in the history. */
  readonly moves: readonly Move[]
  /** Returns the ordinal at which a unit is shown: its own, or a later one if an event showed the unit again. */
  orderOf(unit: number): number
  /** Returns the units that are not shown at their own position, the last position first. */
  moved(): Iterable<number>
  /** Returns the nearest earlier position that may show something to the viewer; -1 if there is none. */
  before(unit: number): number
  /** Returns the nearest later position that may show something to the viewer; past the last unit if there is none. */
  after(unit: number): number
  /**
   * Token that changes whenever an older unit is shown or hidden, unless the cause is a new turn (`slide`) or one of
   * the `moves`.
   */
  readonly epoch: string
  /** First unit of the current turn, if the visible units depend on the turn; otherwise null. */
  readonly slide: number | null
  /** Whether a unit is shown as another agent's message. */
  isForeign(unit: number): boolean
  /** Returns the last shown unit; -1 if there is none. */
  lastShown(): number
  /**
   * Returns the user unit that opened the turn of a unit; the unit itself may be it. Null if no user message came
   * before.
   */
  openerOf(unit: number): number | null
}

/** Returns the number of units shown before a position: all shown units minus those from the position on. */
export function shownUpTo(units: Units, all: number, end: number): number {
  let shown = all
  for (let unit = end; unit < units.rows.length; unit = units.after(unit)) if (!units.isHidden(unit)) shown--
  return shown
}
