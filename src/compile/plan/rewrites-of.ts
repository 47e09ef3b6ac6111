import type { SessionView } from '../../session/unit/session-view.ts'
import type { Rewrite } from '../../session/unit/unit-table.ts'

/** Returns the changes of earlier events by what was found later, in a protected session. */
export const rewritesOf = ({ units, length }: SessionView): readonly Rewrite[] =>
  units.rows.rewrites.filter(({ at }) => at < length)
