import type { EventInput } from '../ir/event.ts'
import { lowest } from '../ir/trust.ts'
import type { Session } from '../session/session.ts'
import { trustOfKeys } from './key-trust.ts'
import { lastUserOf } from './last-user.ts'
import type { StateStep, StepOutcome } from './step.ts'

/** Result of running a step on a session, before the step is applied. */
export interface StepRun {
  readonly outcome: StepOutcome
  /** Event to append; null where the step failed. */
  readonly event: EventInput | null
}

/**
 * Runs a step on a session's state, and says which event to append. The event has no words, so no model sees it; its trust
 * is that of whoever the lowest of its values comes from: a key that holds a user's text stays the user's under
 * whatever name.
 *
 * @example
 * import { createSession, runStep, S } from 'ctxc'
 *
 * const { event } = runStep(createSession({ state: { draft: 'd' } }), S.drop('draft'))
 * console.log(event?.actions?.state) // { set: {}, delete: [ 'draft' ] }
 */
export function runStep(session: Session, step: StateStep): StepRun {
  const outcome = step.run(session.state, {
    // Looked for only where a step asks.
    get lastUserText() {
      return lastUserOf(session)?.text ?? null
    },
  })
  if (!outcome.ok) return { outcome, event: null }
  const { delta, origins } = outcome
  const written = trustOfKeys(
    session,
    origins.flatMap(({ from }) => from),
  )
  const user = origins.some(origin => origin.user) ? lastUserOf(session) : null
  const trust = user ? lowest(written, user.trust) : written
  return {
    outcome,
    event: { author: 'developer', actions: { state: delta }, ...(trust !== 'developer' && { trust }) },
  }
}

/**
 * Runs a step and appends its event: one for each step, a pipe's too. A step that fails leaves the session as it is.
 *
 * @example
 * import { applyStep, createSession, S } from 'ctxc'
 *
 * const session = createSession({ state: { findings: 'f' } })
 * const { session: next, outcome } = applyStep(session, S.rename({ findings: 'input' }))
 * console.log(outcome.ok, next.state, session.state) // true { input: 'f' } { findings: 'f' }
 */
export function applyStep(
  session: Session,
  step: StateStep,
): { readonly session: Session; readonly outcome: StepOutcome } {
  const { outcome, event } = runStep(session, step)
  return { session: event ? session.append(event) : session, outcome }
}
