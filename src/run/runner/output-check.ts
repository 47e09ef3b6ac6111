import type { Agent } from '../../core/agent/agent.ts'
import { schemaProblems } from '../../core/form/schema-problems.ts'
import type { EventInput } from '../../core/ir/event.ts'
import type { RunAnswer } from '../../core/ir/run-action.ts'
import type { Session } from '../../core/session/session.ts'
import { parseJson } from '../../core/text/json.ts'
import { findOnlyJson } from './json-answer.ts'
import { runnerMark } from './turn-context.ts'

/** Maximum number of times that an agent is asked again because its answer is invalid. */
const mostRepairs = 2

/** Agent that answered, and its branch. */
export interface Answering {
  readonly agent: string
  readonly branch: string
}

/** Reason why an answer is rejected, and what happens next. */
export interface Rejection {
  readonly why: string
  /** Returns the reason why the agent is not asked again; null if it is asked again. */
  givenUp(session: Session, by: Answering): string | null
  /** Returns the event that follows a rejected answer: feedback or the agent's failure. `of` is the answer's seq. */
  follow(session: Session, of: number, by: Answering): EventInput
}

/** Finish reasons of all providers for an answer that reached a length limit. */
const atBound = /length|max_?(?:output_?)?tokens|context_window_exceeded/i

/** Returns a rejection if an answer violates the agent's output schema; null for a valid answer. */
export function checkAnswerOutput(
  { outputSchema }: Agent,
  events: readonly EventInput[],
  { finish = '' }: RunAnswer,
): Rejection | null {
  const parts = events.flatMap(event => event.parts ?? [])
  if (outputSchema === undefined || parts.some(({ kind }) => kind === 'tool-call' || kind === 'opaque'))
    return null
  const text = parts.map(part => (part.kind === 'text' ? part.text : '')).join('')
  const problems = problemsOfOutput(text, outputSchema.schema)
  if (problems.length === 0) return null
  const list = problems.join('; ')
  // The problems are quoted in a sentence that ends with its own period.
  const why = list.endsWith('.') ? list.slice(0, -1) : list
  return {
    why,
    givenUp(session, { agent, branch }) {
      // If the agent were asked again, its answer would reach the same length limit.
      if (atBound.test(finish))
        return `its answer was cut off (${finish}), so it is not valid: ${why}. Raise maxOutputTokens`
      const isOver = countRejectedAnswers(session, agent, branch) >= mostRepairs
      return isOver ? `its answer is not valid after ${mostRepairs} repairs: ${why}` : null
    },
    follow(session, of, by) {
      const { agent, branch } = by
      const after = this.givenUp(session, by)
      if (after !== null) return runnerMark({ failed: { agent, branch, why: after } })
      const said = `The last answer is not valid: ${why}. Answer again, with valid JSON only.`
      return {
        author: 'developer',
        branch,
        parts: [{ kind: 'text', text: said }],
        actions: { run: { feedback: { of } } },
        visibility: 'internal',
      }
    },
  }
}

/** Returns the reason of a failed call. If the call was to repair a rejected answer, adds that answer's problems. */
export function addRejectedProblems(reason: string, session: Session, { agent, branch }: Answering): string {
  const repair = countRejectedAnswers(session, agent, branch)
  if (repair === 0) return reason
  const last = session.units.runMarks.all.findLast(({ seq, run }) => {
    const { author, branch: at } = session.event(seq)
    return run.rejected !== undefined && author === agent && at === branch
  })
  const why = last?.run.rejected?.why ?? 'it was rejected'
  return `${reason}; this call was repair ${repair} of ${mostRepairs}, because the last answer is not valid: ${why}`
}

/** Returns how many answers in a row of an agent were rejected. */
function countRejectedAnswers(session: Session, agent: string, branch: string): number {
  const { all, rejected } = session.units.runMarks
  let count = 0
  for (let index = all.length - 1; index >= 0; index--) {
    const { seq, run } = all[index] as (typeof all)[number]
    if (run.asked !== undefined) break
    if (run.answered === undefined) continue
    const { author, branch: at } = session.event(seq)
    if (author !== agent || at !== branch) continue
    if (!rejected.has(seq)) break
    count++
  }
  return count
}

function problemsOfOutput(text: string, schema: Parameters<typeof schemaProblems>[1]): readonly string[] {
  const value = parseJson(findOnlyJson(text) ?? text)
  return value === undefined ? ['it is no JSON'] : schemaProblems(value, schema)
}
