import type { ToolCallPart } from '../../../core/ir/call.ts'
import type { JsonValue } from '../../../core/ir/json.ts'
import { readArguments } from '../../../core/lower/arguments.ts'
import type { NextStep } from '../../../core/program/next-step.ts'
import { callToApprove } from '../../../core/program/open-approvals.ts'
import type { Session } from '../../../core/session/session.ts'
import { callAt } from './call-task.ts'

/** Call that waits for a decision. */
export interface WaitingCall {
  /** Place of the call, as `seq.part`. */
  readonly call: string
  readonly agent: string
  readonly tool: string
  readonly arguments: JsonValue
}

/** Returns the calls that wait for a decision. */
export const waitingCallsIn = (session: Session, steps: readonly NextStep[]): readonly WaitingCall[] =>
  steps.flatMap(({ kind, agent = '', calls = [], approvals = [] }) =>
    kind === 'wait'
      ? [
          ...calls.map(call => toWaitingCall(call, agent, callAt(session, call))),
          ...approvals.map(place => toProviderWaitingCall(session, place, agent)),
        ]
      : [],
  )

/** Returns a waiting call that the provider itself runs after an approval. */
function toProviderWaitingCall(session: Session, place: string, agent: string): WaitingCall {
  const { parts } = session.event(Number.parseInt(place, 10))
  const { name, input } = callToApprove(callAt(session, place), parts)
  return { call: place, agent, tool: name, arguments: input }
}

const toWaitingCall = (call: string, agent: string, part: ToolCallPart): WaitingCall => ({
  call,
  agent,
  tool: part.name,
  arguments: part.freeform ? part.arguments : readArguments(part).value,
})
