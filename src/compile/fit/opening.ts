import type { Units } from '../../session/unit/units.ts'
import { userRun } from '../../session/unit/user-run.ts'

/**
 * The user's messages that opened the turn in which a unit lies, as far as they stand before it, oldest first: a history
 * that begins there begins with them. They depend on the place alone, so that the request begins the same until the
 * place moves.
 */
export function openingOf(units: Units, start: number): number[] {
  const { rows } = units
  let first = start
  while (first < rows.length && units.isHidden(first)) first = units.after(first)
  if (first === rows.length) return []
  const begins = rows.kindOf(first) === 'user'
  return userRun(units, begins ? rows.before(start) : (units.openerOf(first) ?? -1)).reverse()
}
