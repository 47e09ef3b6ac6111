import type { UnitRows } from './unit-rows.ts'

/** The units of a session so far, as somebody sees them. */
export interface Units {
  /** What they are, whoever looks. */
  readonly rows: UnitRows
  /** How many units are never shown. */
  readonly hidden: number
  /** Ordinals of the units that wait for answers, oldest first. */
  openUnits(): number[]
  /** Whether a unit may still gain parts: it waits for answers, or is one that may go on. */
  isGrowing(unit: number): boolean
  /** Whether nothing is shown in a unit's place. */
  isHidden(unit: number): boolean
  /** Whether nobody who looks is ever shown a unit: it was taken back, or is for others. */
  isUnseen(unit: number): boolean
  /** The last unit that is shown; -1 where there is none. */
  lastShown(): number
  /** The last user unit up to and including this one: it opened the turn. Null where no user spoke before. */
  openerOf(unit: number): number | null
}
