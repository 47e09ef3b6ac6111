import type { EventInput } from '../ir/event.ts'
import type { StateScope } from '../ir/state-scope.ts'
import { lowerTrust, type Trust } from '../ir/trust.ts'
import type { Session } from '../session/session.ts'
import { sessionInScopes } from '../session/view/scoped-keys.ts'
import { trustOfKeys } from './key-trust.ts'
import { lastUserMessage } from './last-user.ts'
import type { StateStep, StepOutcome } from './step.ts'

/** Branch and state scopes of a step, as in each step that `nextSteps` returns; without them, it runs on the trunk. */
export interface StepPlace {
  readonly branch?: string
  readonly scopes?: readonly StateScope[]
}

/** Result of running a step on a session, before the step is applied. */
export interface StepRun {
  readonly outcome: StepOutcome
  /** Event to append; null if the step failed. */
  readonly event: EventInput | null
}

/**
 * Runs a step on a session's state and returns the event to append. The event has no content, so no model sees it. Its
 * trust is the lowest among the sources of its values: text by a user keeps the user's trust under any key.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { runStep } from 'ctxc/state'
 *
 * const { event } = runStep(createSession({ state: { draft: 'd' } }), S.drop('draft'))
 * console.log(event?.actions?.state) // { set: {}, delete: [ 'draft' ] }
 */
export function runStep(
  session: Session,
  step: StateStep,
  { branch = '', scopes = [] }: StepPlace = {},
): StepRun {
  const seen = sessionInScopes(session, scopes)
  const outcome = step.run(seen.state, {
    // The text is computed on demand, because few steps read it.
    get lastUserText() {
      return lastUserMessage(session)?.text ?? null
    },
  })
  if (!outcome.ok) return { outcome, event: null }
  const { delta, origins } = outcome
  const written = trustOfKeys(
    seen,
    origins.flatMap(({ from }) => from),
  )
  const user = origins.some(origin => origin.user) ? lastUserMessage(session) : null
  const others = [user?.trust, ...origins.map(origin => origin.trust)]
  const trust = others.reduce<Trust>((low, other) => (other ? lowerTrust(low, other) : low), written)
  return {
    outcome,
    event: {
      author: 'developer',
      ...(branch !== '' && { branch }),
      actions: { state: delta },
      ...(trust !== 'developer' && { trust }),
    },
  }
}

/**
 * Runs a step and appends its event: one event per step, also for a pipe. If the step fails, the session is unchanged.
 * For a step from `nextSteps`, pass that step as the place: members of a group that run at the same time do not see
 * each other's changes.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const session = createSession({ state: { findings: 'f' } })
 * const { session: next, outcome } = applyStep(session, S.rename({ findings: 'input' }))
 * console.log(outcome.ok, next.state, session.state) // true { input: 'f' } { findings: 'f' }
 */
export function applyStep(
  session: Session,
  step: StateStep,
  at: StepPlace = {},
): { readonly session: Session; readonly outcome: StepOutcome } {
  const { outcome, event } = runStep(session, step, at)
  return { session: event ? session.append(event) : session, outcome }
}
