import { nextIn } from '../../program/next-in.ts'
import type { Declaration } from '../../program/read-program.ts'
import { type WaitingCall, waitingCallsIn } from '../../run/tools/waiting-calls.ts'
import { restoreSession } from '../../session/restore.ts'
import type { SessionRecord } from '../../store/store.ts'

/** Returns the calls of a stored session that wait for a decision. */
export function waitingCalls(
  { member, graph }: Declaration,
  { id, state, events }: SessionRecord,
): readonly WaitingCall[] {
  const session = restoreSession({ id, state, events })
  return waitingCallsIn(session, nextIn(member, graph, session))
}
