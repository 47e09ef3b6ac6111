import type { Units } from './units.ts'

/** How many units before a place are shown: all that are, without those after it. */
export function shownUpTo(units: Units, all: number, end: number): number {
  let shown = all
  for (let unit = end; unit < units.rows.length; unit = units.after(unit)) if (!units.isHidden(unit)) shown--
  return shown
}
