import type { Decision } from '../../ir/plan.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Rewrite } from '../../session/unit/unit-table.ts'

/** Returns the changes to earlier events that were made because protected values were found later. */
export function rewritesOf({ units, length }: SessionView): readonly Rewrite[] {
  const { rewrites } = units.rows
  // Usually no later version of the session is known. Then no change is excluded.
  return (rewrites.at(-1)?.at ?? -1) < length ? rewrites : rewrites.filter(({ at }) => at < length)
}

/**
 * Returns the number of events up to the newest event that found a protected value and that a plan knows. Later events
 * contained placeholders from the start.
 */
export const knownRewrites = (decision: Decision | undefined): number => Number(decision?.hash) || 0

/**
 * Whether an event before `place` was changed because a protected value was found by an event that is not among the
 * first `known` events.
 */
export const changesBefore = (rewrites: readonly Rewrite[], known: number, place: number): boolean =>
  rewrites.some(({ at, from }) => at >= known && from < place)
