import type { FinishedCall, NextStep } from './next-step.ts'
import type { OpenCall, OpenResponse } from './open-calls.ts'

/** Calls that agents answer: calls in progress, and calls that an agent has answered or failed to answer. */
export interface WorkedCalls {
  readonly working: readonly string[]
  readonly finished: readonly FinishedCall[]
}

/** Returns the steps for the open calls of a response: calls to run or to close, and calls that wait. */
export const stepsOfCalls = (response: OpenResponse, worked: WorkedCalls): readonly NextStep[] => [
  ...toolsStep(response, worked.finished),
  ...waitStep(response),
  ...workingStep(response, worked.working),
]

function workingStep({ agent, branch }: OpenResponse, working: readonly string[]): readonly NextStep[] {
  if (working.length === 0) return []
  return [{ kind: 'wait', agent, branch, working, reason: 'agents answer the calls' }]
}

/** Returns a step with the calls to run, and with denied and cancelled calls, which only need a result. */
function toolsStep({ calls, ...of }: OpenResponse, finished: readonly FinishedCall[]): readonly NextStep[] {
  const settled = calls.filter(({ isWaiting }) => !isWaiting)
  if (settled.length === 0 && finished.length === 0) return []
  const cancelled = namesOf(settled.filter(({ isCancelled }) => isCancelled))
  const rest = settled.filter(({ isCancelled }) => !isCancelled)
  const answered = rest.flatMap(({ call, decision }): readonly FinishedCall[] =>
    decision?.answer === undefined ? [] : [{ call, value: decision.answer, decision }],
  )
  const toRun = rest.filter(({ decision }) => decision?.approved !== false && decision?.answer === undefined)
  const begun = namesOf(settled.filter(each => each.isBegun && (each.isCancelled || toRun.includes(each))))
  const decided = rest.flatMap(({ decision }) =>
    decision === undefined || decision.answer !== undefined ? [] : [decision],
  )
  const done = [...answered, ...finished]
  return [
    {
      kind: 'tools',
      ...of,
      calls: namesOf(toRun),
      ...(begun.length > 0 && { begun }),
      ...(decided.length > 0 && { decided }),
      ...(cancelled.length > 0 && { cancelled }),
      ...(done.length > 0 && { finished: done }),
    },
  ]
}

function waitStep({ calls, ...of }: OpenResponse): readonly NextStep[] {
  const waiting = calls.filter(({ isWaiting }) => isWaiting)
  if (waiting.length === 0) return []
  const times = waiting.flatMap(({ until }) => (until === undefined ? [] : [until]))
  const until = times.reduce((left, right) => Math.min(left, right), Number.POSITIVE_INFINITY)
  const reason = 'calls wait for a result'
  return [{ kind: 'wait', ...of, calls: namesOf(waiting), ...(times.length > 0 && { until }), reason }]
}

const namesOf = (calls: readonly OpenCall[]): readonly string[] => calls.map(({ call }) => call)
