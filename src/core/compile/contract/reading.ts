import type { PolicySelection } from '../../context/selection/selection.ts'
import type { SessionView } from '../../session/unit/session-view.ts'

/** A session as one agent sees it. */
export interface Reading {
  readonly session: SessionView
  /** Selection of the agent's policy; null for an agent without one. */
  readonly selection: PolicySelection | null
  /**
   * Returns the view of this version of the session, even after a longer version was read. `limits`: the first unit
   * that each clause may select.
   */
  readonly later: (limits: readonly number[]) => SessionView
}
