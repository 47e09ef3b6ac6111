import type { Counter } from '../../count/counter.ts'
import type { ReasoningCount } from '../contract/result.ts'
import { missingReasoning } from '../loss/losses.ts'
import type { Losing } from '../loss/reason-of.ts'
import { reasoningRuns } from '../loss/runs.ts'
import { shownReasoning } from '../loss/thoughts.ts'
import { lastAnswer } from './last-answer.ts'

/**
 * Counts the reasoning parts in the agent's answers: those that this request contains, and those that are missing from
 * it. `known` are the losses since the earlier request; null if there is no earlier request. `binds`: whether the model
 * binds its reasoning. Also returns whether the provider reported on the reasoning of the request before.
 */
export function countReasoning(
  input: Losing,
  counter: Counter,
  known: ReasoningCount['losses'] | null,
  binds: boolean,
): ReasoningCount {
  const { session } = input
  let all = 0
  for (let seq = 0; seq < session.length; seq++) all += shownReasoning(session, seq).length
  const sent = reasoningRuns(session.units.rows, input).reduce((sum, { items }) => sum + items, 0)
  const losses = known ?? missingReasoning(input, counter)
  const answer = lastAnswer(session)
  const own = answer.reduce((sum, { seq }) => sum + shownReasoning(session, seq).length, 0)
  // Without a report, only the answer of a model that binds its reasoning proves that it used all of it. Another host
  // of
  // the same API may know no such report.
  const isReported = answer.some(({ actions: { dropped } = {} }) =>
    binds ? dropped !== undefined : (dropped ?? []).length > 0,
  )
  const report = all === own ? null : isReported ? 'reported' : 'not-reported'
  return { sent, lost: Math.max(0, all - sent), losses, report }
}
