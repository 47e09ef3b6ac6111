import type { Units } from './units.ts'
import { userRun } from './user-run.ts'

/**
 * Units that are never dropped: the last user message and those directly before it, the last unit,
 * and every unit that still waits for a result. Units that are never shown are passed over.
 */
export function currentInput(units: Units): ReadonlySet<number> {
  const kept = new Set(units.openUnits())
  const last = units.lastShown()
  if (last >= 0) kept.add(last)
  for (const user of userRun(units, last < 0 ? -1 : (units.openerOf(last) ?? -1))) kept.add(user)
  return kept
}
