import type { Tier } from '../../ir/block.ts'
import type { Shape } from '../../ir/shape.ts'
import type { Move } from './routing.ts'
import type { Unseen } from './sight.ts'
import type { UnitTable } from './unit-table.ts'

/** The units of a session so far, as one viewer sees them. */
export interface Units {
  /** Table of the units, the same for every viewer. */
  readonly rows: UnitTable
  /** Ordinals of the units that are never dropped, oldest first, as decided by their events or by the viewer. */
  readonly critical: readonly number[]
  /** Returns how much a unit matters to the viewer. */
  tierOf(unit: number): Tier
  /** Returns a unit's shape in a history from `start`; before `compactBefore`, units are compacted if allowed. */
  shapeOf(unit: number, start: number, compactBefore: number): Shape
  /** Returns how many units before a place are shown; if more than `most` are, it may return `most`. */
  shownBefore(end: number, most: number): number
  /** Returns the last response of each branch that waits for results, oldest first. */
  openUnits(): number[]
  /** Whether a unit may still gain parts: it waits for results, or its response may continue. */
  isGrowing(unit: number): boolean
  /** Whether nothing is shown in a unit's place. */
  isHidden(unit: number): boolean
  /** Whether the viewer is never shown a unit, whatever the budget. */
  isUnseen(unit: number): boolean
  /** Whether a unit is unseen for reasons other than the viewer's policy. */
  isForOthers(unit: number): boolean
  /** Returns why a unit is unseen; null if it is not. */
  whyUnseen(unit: number): Unseen | null
  /**
   * Whether the viewer is shown a unit's own text, disregarding summaries: now, or, as far as the state decides it,
   * right after event `seq`.
   */
  hears(unit: number, seq?: number): boolean
  /** Events that show or hide units, because text that the state holds is not shown in the history too. */
  readonly moves: readonly Move[]
  /** Returns a unit's place among ordinals: its own, or a later one if an event showed it again. */
  orderOf(unit: number): number
  /** Returns the units that are shown in another place than their own, the last place first. */
  moved(): Iterable<number>
  /** Returns the nearest earlier place that may show something to the viewer; -1 if there is none. */
  before(unit: number): number
  /** Returns the nearest later place that may show something to the viewer; past the last unit if there is none. */
  after(unit: number): number
  /** Token that changes whenever an older unit is shown or hidden, except by a new turn (`slide`) or by `moves`. */
  readonly epoch: string
  /** First unit of the current turn, if the contents depend on the turn; null if they do not. */
  readonly slide: number | null
  /** Whether a unit is shown as another agent's. */
  isForeign(unit: number): boolean
  /** Returns the last shown unit; -1 if there is none. */
  lastShown(): number
  /** Returns the user unit that opened the turn: the last up to and including a unit. Null if no user spoke before. */
  openerOf(unit: number): number | null
}
