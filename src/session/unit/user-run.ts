import type { Units } from './units.ts'

/**
 * The user's messages that stand together up to a unit, the last one first: nothing that anybody said is between them,
 * be it shown to who looks or not. Empty where the unit is none of them.
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
