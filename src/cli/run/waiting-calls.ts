import type { ToolCallPart } from '../../ir/call.ts'
import type { JsonValue } from '../../ir/json.ts'
import { readArguments } from '../../lower/arguments.ts'
import { nextIn } from '../../program/next-in.ts'
import type { Declaration } from '../../program/read-program.ts'
import { callAt } from '../../run/call-task.ts'
import { restoreSession } from '../../session/restore.ts'
import type { SessionRecord } from '../../store/store.ts'

/** Call that waits for a decision. */
export interface WaitingCall {
  /** Place of the call, as `seq.part`. */
  readonly call: string
  readonly agent: string
  readonly tool: string
  readonly arguments: JsonValue
}

/** Returns the calls of a stored session that wait for a decision. */
export function waitingCalls(
  { member, graph }: Declaration,
  { id, state, events }: SessionRecord,
): readonly WaitingCall[] {
  const session = restoreSession({ id, state, events })
  return nextIn(member, graph, session).flatMap(({ kind, agent = '', calls = [] }) =>
    kind === 'wait' ? calls.map(call => waiting(call, agent, callAt(session, call))) : [],
  )
}

const waiting = (call: string, agent: string, part: ToolCallPart): WaitingCall => ({
  call,
  agent,
  tool: part.name,
  arguments: part.freeform ? part.arguments : readArguments(part).value,
})
