import type { NextStep } from '../../core/program/next-step.ts'
import type { LiveSession } from './live-session.ts'
import { runnerMark } from './turn-context.ts'

/** Name by which a call is denied whose time is over. */
export const expiry = 'ctxc'

const isExpired = ({ kind, until = Number.POSITIVE_INFINITY }: NextStep, now: number): boolean =>
  kind === 'wait' && until <= now

/** Whether the time for an approval or an answer of a call is over. `now` is in milliseconds since 1970. */
export const hasExpiredCalls = (live: LiveSession, now: number): boolean =>
  live.steps.some(step => isExpired(step, now))

/** Denies the calls whose time for an approval or an answer is over. `now` is in milliseconds since 1970. */
export async function denyExpiredCalls(live: LiveSession, now: number): Promise<void> {
  await live.append(() => ({
    events: live.steps.flatMap(step =>
      isExpired(step, now)
        ? (step.calls ?? []).flatMap(call => {
            const mark = live.session.units.runMarks.marksOfCall(call).findLast(each => each.kind === 'waits')
            // Another call of the same answer may wait for longer.
            if ((mark?.until ?? Number.POSITIVE_INFINITY) > now) return []
            const why = `nobody ${mark?.for === 'answer' ? 'answered' : 'decided'} in time`
            const asked = mark?.question === undefined ? {} : { question: true as const }
            return [runnerMark({ decided: { call, approved: false, by: expiry, digest: '', why, ...asked } })]
          })
        : [],
    ),
  }))
}
