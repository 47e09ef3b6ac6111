import type { UnitRows } from './unit-rows.ts'

/** The units of a session so far. */
export interface Units {
  readonly rows: UnitRows
  /** Ordinals of the units that wait for answers, oldest first. */
  openUnits(): number[]
  /** Whether a unit may still gain parts: it waits for answers, or is one that may go on. */
  isGrowing(unit: number): boolean
}
