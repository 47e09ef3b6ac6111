import type { Json } from '../shape.ts'
import { andThen } from '../step.ts'
import { textOfContent } from './declared.ts'
import { interrupt, startAnswer } from './interrupt.ts'
import * as shapes from './shapes.ts'
import { type GeminiState, type GeminiStep, refuse, remember, wordsForProblem } from './state.ts'

/**
 * Returns why a role is refused. live-2026.md 0.2: `system` always; a missing role on all models but 2.5, which reads
 * it as system.
 */
const roleProblem = (s: GeminiState, role: unknown): string | undefined => {
  if (role === 'user' || role === 'model') return undefined
  if (role === undefined && s.options.generation === '2.5') return undefined
  return role === undefined
    ? 'Please use a valid role: user, model. The role is missing.'
    : `Please use a valid role: user, model. Got ${JSON.stringify(role)}.`
}

/** Handles `clientContent`. */
export const receiveContent = (s: GeminiState, frame: unknown, at: number): GeminiStep => {
  const problem = shapes.clientContent(frame, 'client_content')
  if (problem) return refuse(s, `shape/${problem.kind}`, wordsForProblem(problem))
  const json = frame as Json
  const turns = (json.turns ?? []) as readonly Json[]
  const bad = turns.map(turn => roleProblem(s, turn.role)).find(reason => reason !== undefined)
  if (bad !== undefined) return refuse(s, 'content/role', bad)
  const complete = json.turnComplete === true
  const add = (s: GeminiState) =>
    turns.reduce((s, turn) => remember(s, String(turn.role ?? 'system'), textOfContent(turn)), s)

  // d.ts `HistoryConfig`: content is history until turnComplete, and the model is not called.
  if (s.history) return [{ ...add(s), history: !complete }, []]
  // live-2026.md A1: 3.1 at launch closed with 1007 after the first model turn.
  if (s.options.clientContent === 'initial' && (s.answered || s.answering))
    return refuse(s, 'content/initial-only', 'Request contains an invalid argument: client_content.')
  // API reference of LiveClientContent: any clientContent interrupts a running answer.
  return andThen(interrupt(s, 'clientContent', at), s => [
    complete ? startAnswer(add(s)) : { ...add(s), waiting: true },
    [],
  ])
}
