import { currentInput } from '../../session/unit/current-input.ts'
import type { Units } from '../../session/unit/units.ts'
import type { Choice } from './choice.ts'
import { isReturned } from './said-again.ts'

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
 * Returns the conversation units that are never dropped, all summaries, and the unit with the provider's compaction
 * with what it did not keep; without user messages that the provider returned beside the compaction. Summaries and
 * the compaction stand for older history, so they are dropped after all other history.
 */
export function neverDroppedOrSummaries({
  session,
  floor,
  replaced,
}: Pick<Choice, 'session' | 'floor' | 'replaced'>): ReadonlySet<number> {
  const { units } = session
  const places = units.rows.covers.places().map(([place]) => place)
  const all = [...neverDroppedUnits(units), ...places]
  if (floor === null) return new Set(all)
  const said = all.filter(unit => !isReturned(session, floor, unit))
  return new Set([...said, floor.holder, ...replaced.saidAgain(session, floor)])
}
