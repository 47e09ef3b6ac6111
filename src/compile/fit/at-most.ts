import type { Selection } from '../../context/selection/selection.ts'
import { slides } from '../../context/selector/selectors.ts'
import { smallestOf } from '../../text/list.ts'
import { type Frame, unitReader } from './window.ts'

/**
 * Returns where each clause begins that may take only so many tokens: where it began before, as long as that fits; else so
 * much further on that it stays there for a while. All are measured before any holds: how a unit is shown, and so its size,
 * may depend on another clause.
 */
export function clauseLimits(
  selection: Selection,
  frame: Frame,
  low: number,
  earlier: readonly number[],
): readonly number[] {
  // A limit among what a window holds would drop a unit whenever the window moves on.
  const held = smallestOf(
    selection.clauses.map(({ select, tier }, index) =>
      slides(select) && tier !== 'archive' ? selection.beginOf(index) : Number.POSITIVE_INFINITY,
    ),
    Number.POSITIVE_INFINITY,
  )
  return selection.clauses.map(({ atMost, select }, index) => {
    if (atMost === undefined) return 0
    const from = earlier[index] ?? 0
    const found = limitOf(selection, index, frame, { most: atMost, low }, from)
    return slides(select) ? found : Math.max(from, Math.min(found, held))
  })
}

function limitOf(
  selection: Selection,
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
    // The newest stays where it can, and a very long unit is a step of its own.
    if (tokens <= low * most || fits === none || max >= (1 - low) * most) fits = unit
  }
  return from
}
