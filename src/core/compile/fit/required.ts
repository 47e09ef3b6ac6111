import { currentInput } from '../../session/unit/current-input.ts'
import type { Units } from '../../session/unit/units.ts'

/** Returns the conversation units that are never dropped: the current input, and critical units or their summaries. */
export function neverDroppedUnits(
  units: Units,
  critical: readonly number[] = units.critical,
): ReadonlySet<number> {
  const { rows } = units
  const kept = new Set(currentInput(units))
  for (const unit of critical) {
    const place = rows.covers.placeOf(unit) ?? unit
    if (!units.isHidden(place)) kept.add(place)
  }
  return kept
}

/**
 * Returns the conversation units that are never dropped, and all summaries. Summaries are dropped after all other
 * history.
 */
export function neverDroppedOrSummaries(units: Units): ReadonlySet<number> {
  return new Set([...neverDroppedUnits(units), ...units.rows.covers.places().map(([place]) => place)])
}
