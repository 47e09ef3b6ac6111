import { currentInput } from '../../session/unit/current-input.ts'
import type { Units } from '../../session/unit/units.ts'
import type { Floor } from './provider-compaction.ts'

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
 * Returns the conversation units that are never dropped, all summaries, and the unit with the provider's compaction.
 * Summaries and the compaction stand for older history, so they are dropped after all other history.
 */
export function neverDroppedOrSummaries(units: Units, floor: Floor | null): ReadonlySet<number> {
  const places = units.rows.covers.places().map(([place]) => place)
  return new Set([...neverDroppedUnits(units), ...places, ...(floor === null ? [] : [floor.holder])])
}
