import type { PolicySelection } from '../../context/selection/selection.ts'
import type { SessionView } from '../../session/unit/session-view.ts'

/** Session as one agent sees it. */
export interface Reading {
  readonly session: SessionView
  /** Units that the agent's policy selects; null for an agent without a policy. */
  readonly selection: PolicySelection | null
  /**
   * Returns the view of this version of the session, even if a longer version was read in the meantime. `limits`
   * contains the first conversation unit that each clause may select.
   */
  readonly later: (limits: readonly number[]) => SessionView
}
