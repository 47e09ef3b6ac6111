import type { ToolCallPart } from '../../ir/call.ts'
import type { JsonValue } from '../../ir/json.ts'
import { readArguments } from '../../lower/arguments.ts'
import type { NextStep } from '../../program/next-step.ts'
import type { Session } from '../../session/session.ts'
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
  steps.flatMap(({ kind, agent = '', calls = [] }) =>
    kind === 'wait' ? calls.map(call => waiting(call, agent, callAt(session, call))) : [],
  )

const waiting = (call: string, agent: string, part: ToolCallPart): WaitingCall => ({
  call,
  agent,
  tool: part.name,
  arguments: part.freeform ? part.arguments : readArguments(part).value,
})
