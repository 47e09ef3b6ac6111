import type { JsonValue } from '../../../core/ir/json.ts'
import { readArguments } from '../../../core/lower/arguments.ts'
import type { NextStep } from '../../../core/program/next-step.ts'
import { callToApprove } from '../../../core/program/open-approvals.ts'
import type { Session } from '../../../core/session/session.ts'
import { callAt, callToRun } from './call-task.ts'

/** Call that waits for a decision or an answer. */
export interface WaitingCall {
  /** Place of the call, as `seq.part`. */
  readonly call: string
  readonly agent: string
  readonly tool: string
  readonly arguments: JsonValue
  /** What the call waits for: `approve` or `deny`, or `answer` of the runner. */
  readonly for: 'approval' | 'answer'
  /** Milliseconds since 1970 at which the call is denied; omitted if it waits forever. */
  readonly until?: number
}

/** Returns the calls that wait for a decision or an answer. */
export const waitingCallsIn = (session: Session, steps: readonly NextStep[]): readonly WaitingCall[] =>
  steps.flatMap(({ kind, agent = '', calls = [], approvals = [] }) =>
    kind === 'wait'
      ? [
          ...calls.map(call => toWaitingCall(session, call, agent)),
          ...approvals.map(place => toProviderWaitingCall(session, place, agent)),
        ]
      : [],
  )

/** Returns a waiting call that the provider itself runs after an approval. */
function toProviderWaitingCall(session: Session, place: string, agent: string): WaitingCall {
  const { parts } = session.event(Number.parseInt(place, 10))
  const { name, input } = callToApprove(callAt(session, place), parts)
  return { call: place, agent, tool: name, arguments: input, for: 'approval' }
}

function toWaitingCall(session: Session, call: string, agent: string): WaitingCall {
  const part = callToRun(session, call)
  const mark = session.units.runMarks.marksOfCall(call).findLast(({ kind }) => kind === 'waits')
  const { for: wanted = 'approval', until } = mark?.kind === 'waits' ? mark : {}
  return {
    ...{
      call,
      agent,
      tool: part.name,
      arguments: part.freeform ? part.arguments : readArguments(part).value,
    },
    for: wanted,
    ...(until !== undefined && { until }),
  }
}
