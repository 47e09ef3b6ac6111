import type { Decision } from '../../ir/plan.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Rewrite } from '../../session/unit/unit-table.ts'

/** Returns the changes that later finds of protected values made to earlier events. */
export function rewritesOf({ units, length }: SessionView): readonly Rewrite[] {
  const { rewrites } = units.rows
  // A session usually has no known later version, so nothing has to be filtered.
  return (rewrites.at(-1)?.at ?? -1) < length ? rewrites : rewrites.filter(({ at }) => at < length)
}

/**
 * Returns the number of events up to the newest find that a plan knows. Events after it contain their placeholders from
 * the start.
 */
export const knownRewrites = (decision: Decision | undefined): number => Number(decision?.hash) || 0

/** Whether a find that is not among the first `known` events changed an event before `place`. */
export const changesBefore = (rewrites: readonly Rewrite[], known: number, place: number): boolean =>
  rewrites.some(({ at, from }) => at >= known && from < place)
