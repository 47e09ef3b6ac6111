import type { Decision } from '../../ir/plan.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Rewrite } from '../../session/unit/unit-table.ts'

/** Returns the changes of earlier events by what was found later, in a protected session. */
export function rewritesOf({ units, length }: SessionView): readonly Rewrite[] {
  const { rewrites } = units.rows
  // In most cases, no later version of the session is known.
  return (rewrites.at(-1)?.at ?? -1) < length ? rewrites : rewrites.filter(({ at }) => at < length)
}

/** Returns the place behind the newest find that a plan knows of: what a later find replaces has no change of its own. */
export const knownRewrites = (decision: Decision | undefined): number => Number(decision?.hash) || 0

/** Whether something that was found from a place on changed an event before another place. */
export const changesBefore = (rewrites: readonly Rewrite[], known: number, place: number): boolean =>
  rewrites.some(({ at, from }) => at >= known && from < place)
