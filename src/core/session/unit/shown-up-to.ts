import type { Units } from './units.ts'

/** Returns the number of units shown before a position: all shown units minus those from the position on. */
export function shownUpTo(units: Units, all: number, end: number): number {
  let shown = all
  for (let unit = end; unit < units.rows.length; unit = units.after(unit)) if (!units.isHidden(unit)) shown--
  return shown
}
