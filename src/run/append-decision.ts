import type { RunDecision } from '../ir/run-action.ts'
import { agentIn, type Graph } from '../program/graph.ts'
import type { LiveSession } from './live-session.ts'
import { callAt } from './tools/call-task.ts'
import { digestOfCall } from './tools/digest-call.ts'
import { findTool } from './tools/find-tool.ts'
import { mark } from './turn-context.ts'

/** Appends a decision on a call; returns false if the call does not wait. */
export async function appendDecision(
  live: LiveSession,
  graph: Graph,
  decision: Omit<RunDecision, 'digest'>,
): Promise<boolean> {
  const { call } = decision
  const appended = await live.append(session => {
    const step = live.steps.find(({ kind, calls = [] }) => kind === 'wait' && calls.includes(call))
    if (step === undefined) return null
    const part = callAt(session, call)
    const found = findTool(agentIn(graph, step.agent).agent, part.name)
    const digest = digestOfCall(part, found?.tool ?? null)
    return { events: [mark({ decided: { ...decision, digest } })] }
  })
  return appended !== null
}
