import type { Selection } from '../../context/selection/selection.ts'
import type { SessionView } from '../../session/unit/session-view.ts'

/** A session as one agent reads it. */
export interface Reading {
  readonly session: SessionView
  /** The choice of the agent's policy; null for an agent without one. */
  readonly selection: Selection | null
  /** Returns the session as it was read, also after longer versions were. `limits`: where bounded clauses begin. */
  readonly later: (limits: readonly number[]) => SessionView
}
