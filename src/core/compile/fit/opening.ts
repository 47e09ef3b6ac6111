import type { Units } from '../../session/unit/units.ts'
import { userRun } from '../../session/unit/user-run.ts'

/**
 * Returns the user messages that opened the turn of a conversation unit and are before the unit, oldest first. A
 * history that begins at the unit sends these messages first. They depend only on the unit, so consecutive requests
 * share a prefix until the beginning moves.
 */
export function turnOpenersBefore(units: Units, start: number): number[] {
  const { rows } = units
  let first = start
  while (first < rows.length && units.isHidden(first)) first = units.placeAfter(first)
  if (first === rows.length) return []
  const begins = rows.kindOf(first) === 'user'
  return userRun(units, begins ? rows.unitBefore(start) : (units.openerOf(first) ?? -1)).reverse()
}
