import { currentInput } from '../session/current-input.ts'
import type { Units } from '../session/units.ts'

/** What is never dropped: the current input and what is critical. */
export function mustKeep(units: Units): ReadonlySet<number> {
  const { rows } = units
  const kept = new Set(currentInput(units))
  for (const unit of rows.critical) if (!units.isHidden(unit)) kept.add(unit)
  return kept
}

/** The same with the places of summaries: they say what much of the history said, and go last of it. */
export function mustTell(units: Units): ReadonlySet<number> {
  return new Set([...mustKeep(units), ...units.rows.covers.places().map(([place]) => place)])
}
