import type { EventInput } from '../../../core/ir/event.ts'
import type { NextStep } from '../../../core/program/next-step.ts'
import type { Session } from '../../../core/session/session.ts'
import { programSteps } from '../outcome.ts'
import { providerApprovalAnswer } from './answer-to-provider.ts'
import { callAt, unknownOutcomeText } from './call-task.ts'
import { failedOutcome, resultEvent } from './tool-result.ts'

/** Result texts for calls that are closed without being run, in each state that a call can have. */
interface Closing {
  readonly waiting: string
  readonly running: string
  readonly begun: string
}

/** Result texts of calls that a user's message interrupts. */
const interruptedBy: Closing = {
  waiting: 'the call was denied, because the user said something else',
  running: 'the call was cancelled, because the user said something else',
  begun: unknownOutcomeText,
}

/** Returns results that close all open calls in the next steps of a session. */
const resultsForOpenCalls = (
  session: Session,
  steps: readonly NextStep[],
  why: Closing,
): readonly EventInput[] =>
  steps.flatMap(step => {
    const { kind, branch, calls = [], begun = [], cancelled = [], decided = [] } = step
    const { working = [], finished = [], approvals = [] } = step
    if (kind !== 'tools' && kind !== 'wait') return []
    const denied = decided.filter(({ approved }) => !approved).map(({ call }) => call)
    const reasonOf = (call: string): string => {
      if (calls.includes(call) ? kind === 'wait' : denied.includes(call)) return why.waiting
      return begun.includes(call) ? why.begun : why.running
    }
    const answered = finished.map(({ call }) => call)
    const results = [...calls, ...cancelled, ...denied, ...working, ...answered].map(call =>
      resultEvent(callAt(session, call), branch, failedOutcome(reasonOf(call))),
    )
    return [...results, ...approvals.map(place => providerApprovalAnswer(session, place, false))]
  })

/** Returns results that close calls before a user's message: all calls, or only those that wait for a person. */
export function interruptedResults(
  session: Session,
  steps: readonly NextStep[],
  interrupt: boolean | 'waiting' = false,
): readonly EventInput[] {
  if (interrupt === false) return []
  // Agents that work in the background are not interrupted.
  const own = programSteps(steps)
  const waiting = own.filter(({ kind }) => kind === 'wait').map(({ working: _, ...step }) => step)
  return resultsForOpenCalls(session, interrupt === true ? own : waiting, interruptedBy)
}
