import { currentInput } from '../session/current-input.ts'
import type { UnitFold } from '../session/unit-fold.ts'

/** Places of what is never dropped: the current input, what is critical, and the summaries of what came before. */
export function mustKeep(units: UnitFold): ReadonlySet<number> {
  const { rows } = units
  const kept = new Set(currentInput(units))
  for (const unit of rows.critical) if (!rows.isHidden(unit)) kept.add(unit)
  for (const [place] of rows.covers.places()) kept.add(place)
  return kept
}
