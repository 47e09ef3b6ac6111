import type { PolicySelection } from '../../context/selection/selection.ts'
import { isSlidingSelector } from '../../context/selector/selectors.ts'
import { smallestOf } from '../../text/list.ts'
import { type Frame, unitReader } from './window.ts'

/**
 * Returns, for each clause, the first conversation unit within its `atMost`; 0 for a clause without `atMost`. A clause
 * keeps its earlier first unit while all units from it on fit. Otherwise the first unit moves so far that it can stay
 * for several requests. All clauses are measured before any limit applies, because another clause may decide the form,
 * and so the size, of a unit.
 */
export function clauseLimits(
  selection: PolicySelection,
  frame: Frame,
  low: number,
  earlier: readonly number[],
): readonly number[] {
  // The units of a sliding window are always sent. A limit inside the window would drop one unit with each step of the
  // window.
  const held = smallestOf(
    selection.clauses.map(({ select, tier }, index) =>
      isSlidingSelector(select) && tier !== 'archive' ? selection.beginOf(index) : Number.POSITIVE_INFINITY,
    ),
    Number.POSITIVE_INFINITY,
  )
  return selection.clauses.map(({ atMost, select }, index) => {
    if (atMost === undefined) return 0
    const from = earlier[index] ?? 0
    const found = limitOfClause(selection, index, frame, { most: atMost, low }, from)
    return isSlidingSelector(select) ? found : Math.max(from, Math.min(found, held))
  })
}

function limitOfClause(
  selection: PolicySelection,
  index: number,
  frame: Frame,
  { most, low }: { readonly most: number; readonly low: number },
  from: number,
): number {
  const unitAt = unitReader(frame, from)
  const none = selection.rows.length
  let tokens = 0
  let fits = none
  for (const unit of selection.selectedBy(index)) {
    if (unit < from) break
    const { max } = unitAt(unit).count
    tokens += max
    if (tokens > most) return fits
    // The newest unit is kept if it fits. If the unit is larger than a step, it may become the first kept unit.
    if (tokens <= low * most || fits === none || max >= (1 - low) * most) fits = unit
  }
  return from
}
