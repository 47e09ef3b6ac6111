import type { Units } from './units.ts'

/**
 * Units that are never dropped: the last user message and those directly before it, the last unit,
 * and every unit that still waits for a result. Units that are never shown are passed over.
 */
export function currentInput(units: Units): ReadonlySet<number> {
  const { rows } = units
  const kept = new Set(units.openUnits())
  const last = units.lastShown()
  if (last >= 0) kept.add(last)
  for (let user = last < 0 ? -1 : (units.openerOf(last) ?? -1); user >= 0; user = rows.before(user)) {
    if (units.isHidden(user)) continue
    if (rows.kindOf(user) !== 'user') break
    kept.add(user)
  }
  return kept
}
