import { currentInput } from '../../session/unit/current-input.ts'
import type { Units } from '../../session/unit/units.ts'

/** Returns the units that are never dropped: the current input, and critical units or their summaries. */
export function neverDropped(units: Units): ReadonlySet<number> {
  const { rows } = units
  const kept = new Set(currentInput(units))
  for (const unit of units.critical) {
    const place = rows.covers.placeOf(unit) ?? unit
    if (!units.isHidden(place)) kept.add(place)
  }
  return kept
}

/** The same with the places of summaries: they say what much of the history said, and go last of it. */
export function neverDroppedOrSummaries(units: Units): ReadonlySet<number> {
  return new Set([...neverDropped(units), ...units.rows.covers.places().map(([place]) => place)])
}
