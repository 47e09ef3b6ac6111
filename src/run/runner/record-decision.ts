import type { RunDecision } from '../../core/ir/run-action.ts'
import type { ActiveSession } from './active-session.ts'
import { appendApproval, appendGivenAnswer, DecisionError } from './append-decision.ts'

/**
 * Records a decision on a call of a session, or its answer. Rejects with a `DecisionError` if it does not count. The error
 * quotes schemas and values in their protected form, because logs and pages get it.
 */
export async function recordDecision(
  { live, program: { program }, shown }: ActiveSession,
  { answer, ...decision }: Omit<RunDecision, 'digest'>,
  now: number,
): Promise<void> {
  try {
    if (answer === undefined) await appendApproval(live, program.graph, decision, now)
    else await appendGivenAnswer(live, program.graph, { ...decision, answer }, now)
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error
    const { message, problems } = error
    const told = shown.protectValue({ message, problems })
    throw told.message === message ? error : new DecisionError(told.message, told.problems)
  }
}
