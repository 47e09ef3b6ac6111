import type { NextStep } from '../../core/program/next-step.ts'
import type { Session } from '../../core/session/session.ts'
import type { Commit } from './live-session.ts'
import type { CancelOptions } from './runner.ts'
import { runnerMark } from './turn-context.ts'

/**
 * Returns the mark that cancels the run and the agents that work in the background, or only the agent of one call; null
 * if there is nothing to cancel. Throws if no agent works for this call.
 */
export function cancelEvents(
  { units: { runMarks } }: Session,
  [first]: readonly NextStep[],
  { why, call }: CancelOptions,
): Commit | null {
  const working = runMarks.unreported
  if (call !== undefined && !working.includes(call))
    throw new Error(`no agent works in the background for call '${call}'`)
  // The mark of a whole run would say that a run was cancelled that is over.
  const calls = call !== undefined ? [call] : first?.kind === 'done' ? working : undefined
  if (calls?.length === 0) return null
  return {
    events: [runnerMark({ cancelled: { ...(calls && { calls }), ...(why !== undefined && { why }) } })],
  }
}
