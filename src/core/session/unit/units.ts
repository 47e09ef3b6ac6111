import type { Tier } from '../../ir/block.ts'
import type { Shape } from '../../ir/shape.ts'
import type { Move } from './routing.ts'
import type { Unseen } from './sight.ts'
import type { UnitTable } from './unit-table.ts'

/** Conversation units of a session, as one viewer (an agent) sees them. */
export interface Units {
  /** Table of the units, shared by all viewers. */
  readonly rows: UnitTable
  /**
   * Ordinals of the units that are never dropped, oldest first. The units' events or the viewer's policy decide which.
   */
  readonly critical: readonly number[]
  /** Returns the tier of a unit for the viewer. */
  tierOf(unit: number): Tier
  /**
   * Returns the form in which a unit is sent in a history that starts at `start`. A unit before `compactBefore` is
   * compacted if its policy clause allows this.
   */
  shapeOf(unit: number, start: number, compactBefore: number): Shape
  /**
   * Returns the number of shown units before a position. If there are more than `most` such units, the result may be
   * `most`.
   */
  shownBefore(end: number, most: number): number
  /** Returns, for each branch that waits for results, the unit of its last response, oldest first. */
  openUnits(): number[]
  /** Whether a unit may still gain parts: it waits for results, or its response may continue. */
  isGrowing(unit: number): boolean
  /** Whether nothing is shown to the viewer at a unit's position. */
  isHidden(unit: number): boolean
  /** Whether the viewer is never shown a unit, even with an unlimited budget. */
  isUnseen(unit: number): boolean
  /** Whether a unit is hidden from the viewer for other reasons than the viewer's policy. */
  isForOthers(unit: number): boolean
  /** Returns the reason why the viewer is never shown a unit; null if the viewer may see the unit. */
  whyUnseen(unit: number): Unseen | null
  /**
   * Whether the viewer is shown a unit's own text, regardless of summaries. Asked for the present, or for the moment
   * right after event `seq`, as far as the state decides.
   */
  showsOwnText(unit: number, seq?: number): boolean
  /**
   * Events that show or hide units. A unit is hidden while its text is in the state, so that the text is not sent
   * twice.
   */
  readonly moves: readonly Move[]
  /**
   * Returns the ordinal at which a unit is shown. This is its own ordinal, or a later one if an event made the unit
   * visible again.
   */
  orderOf(unit: number): number
  /** Yields the units that are not shown at their own position; the unit at the last position is first. */
  movedUnits(): Iterable<number>
  /** Returns the nearest earlier position at which something may be shown to the viewer; -1 if there is none. */
  placeBefore(unit: number): number
  /**
   * Returns the nearest later position at which something may be shown to the viewer; a position after the last unit if
   * there is none.
   */
  placeAfter(unit: number): number
  /**
   * Token that changes whenever an older unit is shown or hidden. A new turn (`slide`) and the `moves` do not change
   * it.
   */
  readonly epoch: string
  /**
   * Token of everything besides their own parts that decides whether and how older units are shown; null if any event
   * may change that. As long as it is equal, units have no shape, a tier above `supplementary`, and their own place.
   */
  readonly standing: string | null
  /** First unit of the current turn, if the visible units depend on the turn; otherwise null. */
  readonly slide: number | null
  /** Whether a unit is shown to the viewer as another agent's message. */
  isForeign(unit: number): boolean
  /** Returns the last shown unit; -1 if there is none. */
  lastShown(): number
  /**
   * Returns the user unit that opened the turn to which a unit belongs; this may be the unit itself. Null if no user
   * message comes before the unit.
   */
  openerOf(unit: number): number | null
}

/**
 * Returns the number of shown units before a position, computed as all shown units minus those from the position on.
 */
export function countShownBefore(units: Units, all: number, end: number): number {
  let shown = all
  for (let unit = end; unit < units.rows.length; unit = units.placeAfter(unit))
    if (!units.isHidden(unit)) shown--
  return shown
}
