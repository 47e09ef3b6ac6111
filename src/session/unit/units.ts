import type { Shape } from '../../ir/shape.ts'
import type { Tier } from '../../ir/tier.ts'
import type { Move } from './routing.ts'
import type { Unseen } from './sight.ts'
import type { UnitTable } from './unit-table.ts'

/** The units of a session so far, as somebody sees them. */
export interface Units {
  /** Table of the units, the same for every viewer. */
  readonly rows: UnitTable
  /** Ordinals of the units that are never dropped, oldest first: what happened says so, or who looks does. */
  readonly critical: readonly number[]
  /** Returns how much a unit matters to the viewer. */
  tierOf(unit: number): Tier
  /** Returns a unit's shape in a history from `start`; before `compactBefore`, units are compacted if allowed. */
  shapeOf(unit: number, start: number, compactBefore: number): Shape
  /** Returns how many units before a place are shown; if more than `most` are, it may return `most`. */
  shownBefore(end: number, most: number): number
  /** Ordinals of the last responses of branches, where they wait for answers, oldest first. */
  openUnits(): number[]
  /** Whether a unit may still gain parts: it waits for answers, or is one that may go on. */
  isGrowing(unit: number): boolean
  /** Whether nothing is shown in a unit's place. */
  isHidden(unit: number): boolean
  /** Whether who looks is not shown a unit whatever there is room for: it was taken back, or is for others. */
  isUnseen(unit: number): boolean
  /** Whether it never was for who looks, not even while it was new. */
  isForOthers(unit: number): boolean
  /** Why that is; null where it is not so. */
  whyUnseen(unit: number): Unseen | null
  /**
   * Whether a unit's own words are for who looks, whatever summary stands in its place: now, or right after an event,
   * as far as the state decides it.
   */
  hears(unit: number, seq?: number): boolean
  /** Events after which units are shown that were not, or are not any more: what the state holds is not shown too. */
  readonly moves: readonly Move[]
  /** The place of a unit among ordinals: its own, or a later one for a unit that an event made shown again. */
  orderOf(unit: number): number
  /** Units that are shown at another place than their own, the one in the last place first. */
  moved(): Iterable<number>
  /** The place before one at which something may be shown to who looks; -1 where there is none. */
  before(unit: number): number
  /** The place behind one at which something may be shown to who looks; past the last where there is none. */
  after(unit: number): number
  /** Changes whenever a unit that was seen is unseen, or the other way round, but for a turn that moves on (`slide`). */
  readonly epoch: string
  /** The first unit of the current turn, where that is all that is shown; null where more is. */
  readonly slide: number | null
  /** Whether a unit is told as another agent's. */
  isForeign(unit: number): boolean
  /** The last unit that is shown; -1 where there is none. */
  lastShown(): number
  /** The last user unit up to and including this one: it opened the turn. Null where no user spoke before. */
  openerOf(unit: number): number | null
}
