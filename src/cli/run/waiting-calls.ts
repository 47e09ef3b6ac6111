import { nextStepsFromLog } from '../../core/program/next-in.ts'
import type { Declaration } from '../../core/program/read-program.ts'
import { restoreSession } from '../../core/session/restore.ts'
import { type WaitingCall, waitingCallsIn } from '../../run/runner/tools/waiting-calls.ts'
import type { SessionRecord } from '../../run/store/store.ts'

/** Returns the tool calls of a stored session that wait for a decision. */
export function waitingCalls(
  { member, graph }: Declaration,
  { id, state, events }: SessionRecord,
): readonly WaitingCall[] {
  const session = restoreSession({ id, state, events })
  return waitingCallsIn(session, graph, nextStepsFromLog(member, graph, session))
}
