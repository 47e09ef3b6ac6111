import type { Units } from './units.ts'

/**
 * Returns the consecutive user messages that end at a unit, the last one first. Any text in between ends the sequence,
 * even if the viewer is not shown that text. Empty if the unit is not a user message.
 */
export function userRun(units: Units, from: number): number[] {
  const { rows } = units
  const run: number[] = []
  for (let unit = from; unit >= 0; unit = rows.before(unit)) {
    if (rows.kindOf(unit) !== 'user') {
      if (rows.isHidden(unit)) continue
      break
    }
    if (!units.isHidden(unit)) run.push(unit)
  }
  return run
}
