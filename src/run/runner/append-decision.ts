import type { OpaquePart } from '../../core/ir/opaque.ts'
import type { RunDecision } from '../../core/ir/run-action.ts'
import { agentIn, type Graph } from '../../core/program/graph.ts'
import { digest } from '../../core/text/digest.ts'
import { toJson } from '../../core/text/json.ts'
import type { LiveSession } from './live-session.ts'
import { providerApprovalAnswer } from './tools/answer-to-provider.ts'
import { callAt } from './tools/call-task.ts'
import { digestOfCall } from './tools/digest-call.ts'
import { findTool } from './tools/find-tool.ts'
import { runnerMark } from './turn-context.ts'

/** Error of a decision on a call that waits for none, or on a call that a person must look at again. */
export class DecisionError extends Error {
  override readonly name = 'DecisionError'
}

/**
 * Outcome of a decision: it counts, the call does not wait for one, or the call's tool was redeclared while the call
 * waited.
 */
export type Decided = 'decided' | 'not waiting' | 'declared anew'

/**
 * Appends a decision on a call. If the call's tool was redeclared while the call waited, an approval does not count,
 * because nobody has seen what would run. The call then waits again.
 */
export async function appendDecision(
  live: LiveSession,
  graph: Graph,
  decision: Omit<RunDecision, 'digest'>,
): Promise<Decided> {
  const { call } = decision
  let isNew = false
  const appended = await live.appendFromOutside(session => {
    const { steps } = live
    const asked = steps.find(({ approvals = [] }) => approvals.includes(call))
    if (asked !== undefined) {
      const { payload } = callAt(session, call) as unknown as OpaquePart
      const decided = { ...decision, digest: digest(toJson(payload)) }
      const answer = providerApprovalAnswer(session, call, decision.approved, decision.why)
      return { events: [{ ...answer, actions: { run: { decided } } }] }
    }
    const step = steps.find(({ kind, calls = [] }) => kind === 'wait' && calls.includes(call))
    if (step === undefined) return null
    const part = callAt(session, call)
    const found = findTool(agentIn(graph, step.agent).agent, part.name)
    const shownNow = digestOfCall(part, found?.tool ?? null)
    const shown = session.units.runMarks.marksOfCall(call).findLast(each => each.kind === 'waits')?.digest
    isNew = decision.approved && shown !== undefined && shown !== shownNow
    return {
      events: [
        runnerMark(
          isNew
            ? { waits: { calls: [call], digest: shownNow } }
            : { decided: { ...decision, digest: shownNow } },
        ),
      ],
    }
  })
  return appended === null ? 'not waiting' : isNew ? 'declared anew' : 'decided'
}
