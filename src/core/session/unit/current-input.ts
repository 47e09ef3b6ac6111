import type { Units } from './units.ts'
import { userRun } from './user-run.ts'

/**
 * Returns the conversation units of the current input, which are never dropped: the last user message with the user
 * messages directly before it, the last shown unit, and every unit that waits for a result. Hidden units are skipped.
 */
export function currentInput(units: Units): ReadonlySet<number> {
  const kept = new Set(units.openUnits())
  const last = units.lastShown()
  if (last >= 0) kept.add(last)
  for (const user of userRun(units, last < 0 ? -1 : (units.openerOf(last) ?? -1))) kept.add(user)
  return kept
}
