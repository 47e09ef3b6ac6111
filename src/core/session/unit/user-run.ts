import type { Units } from './units.ts'

/**
 * Returns the consecutive user messages that end at a unit, the last one first. Any other text between them ends the
 * sequence, even text that the viewer is not shown. Empty if the unit is not a user message.
 */
export function userRun(units: Units, from: number): number[] {
  const { rows } = units
  const run: number[] = []
  for (let unit = from; unit >= 0; unit = rows.unitBefore(unit)) {
    if (rows.kindOf(unit) !== 'user') {
      if (rows.isHidden(unit)) continue
      break
    }
    if (!units.isHidden(unit)) run.push(unit)
  }
  return run
}
