import { branchConversation, callBranch } from '../../../core/ir/call-branch.ts'
import { agentIn, type Graph } from '../../../core/program/graph.ts'
import type { NextStep } from '../../../core/program/next-step.ts'

/**
 * Whether an agent's `toolConcurrency` lets another of its calls begin in a session. Calls that run count, and calls that
 * agents answer, until their result is recorded. A call that waits for somebody holds up no other.
 */
export function hasRoomForCall(
  graph: Graph,
  steps: readonly NextStep[],
  agent: string,
  isRunning: (branch: string, call: string) => boolean,
): boolean {
  const most = agentIn(graph, agent).agent.toolConcurrency
  if (most === undefined) return true
  const busy = steps
    .filter(step => step.agent === agent)
    .flatMap(({ branch, calls = [], finished = [], working = [] }) => [
      ...calls.filter(call => isRunning(branch, call)),
      ...finished.map(({ call }) => call),
      ...working.filter(call => isWorkedOn(steps, call)),
    ])
  return busy.length < most
}

/** Whether agents that answer a call have something to do, and do not only wait. */
const isWorkedOn = (steps: readonly NextStep[], call: string): boolean =>
  steps.some(
    ({ kind, branch, working = [] }) =>
      branchConversation(branch) === callBranch(call) &&
      (kind !== 'wait' || working.some(inner => isWorkedOn(steps, inner))),
  )
