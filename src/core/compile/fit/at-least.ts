import type { PolicySelection } from '../../context/selection/selection.ts'
import { type Frame, unitReader } from './window.ts'

/**
 * Returns the newest conversation units of each clause with `atLeast`, as many as are needed to reach `atLeast` tokens.
 */
export function newestAtLeast(selection: PolicySelection, frame: Frame): readonly number[] {
  return selection.clauses.flatMap(({ atLeast }, index) => {
    if (atLeast === undefined) return []
    const unitAt = unitReader(frame, 0)
    const found: number[] = []
    let tokens = 0
    for (const unit of selection.selectedBy(index)) {
      // Units before the provider's compaction are no longer sent.
      if (tokens >= atLeast || unit < (frame.floor?.from ?? 0)) break
      if (selection.isHidden(unit)) continue
      tokens += unitAt(unit).count.max
      found.push(unit)
    }
    return found
  })
}
