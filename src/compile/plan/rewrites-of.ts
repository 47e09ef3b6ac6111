import type { SessionView } from '../../session/unit/session-view.ts'
import type { Rewrite } from '../../session/unit/unit-table.ts'

/** Returns the changes of earlier events by what was found later, in a protected session. */
export function rewritesOf({ units, length }: SessionView): readonly Rewrite[] {
  const { rewrites } = units.rows
  // In most cases, no later version of the session is known.
  return (rewrites.at(-1)?.at ?? -1) < length ? rewrites : rewrites.filter(({ at }) => at < length)
}

/** Whether one of the changes, from a number of known ones on, is of an event before a place. */
export const changesBefore = (rewrites: readonly Rewrite[], known: number, place: number): boolean =>
  rewrites.slice(known).some(({ from }) => from < place)
