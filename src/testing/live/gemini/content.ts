import type { Json } from '../shape.ts'
import { continueStep } from '../step.ts'
import { textOfContent } from './declared.ts'
import { interrupt, startAnswer } from './interrupt.ts'
import * as shapes from './shapes.ts'
import {
  addContextEntry,
  closeForInvalidFrame,
  type GeminiState,
  type GeminiStep,
  problemText,
} from './state.ts'

/**
 * Returns the reason why the server refuses a role; undefined if it accepts the role. `system` is always refused. A
 * missing role is refused by all models but 2.5, which reads it as system. Source: live-2026.md 0.2.
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
  if (problem) return closeForInvalidFrame(s, `shape/${problem.kind}`, problemText(problem))
  const json = frame as Json
  const turns = (json.turns ?? []) as readonly Json[]
  const bad = turns.map(turn => roleProblem(s, turn.role)).find(reason => reason !== undefined)
  if (bad !== undefined) return closeForInvalidFrame(s, 'content/role', bad)
  const complete = json.turnComplete === true
  const add = (s: GeminiState) =>
    turns.reduce((s, turn) => addContextEntry(s, String(turn.role ?? 'system'), textOfContent(turn)), s)

  // Content before `turnComplete` is history, and the model is not called. Source: SDK type `HistoryConfig`.
  if (s.history) return [{ ...add(s), history: !complete }, []]
  // At launch, model 3.1 closed the connection with 1007 after the first model turn. Source: live-2026.md A1.
  if (s.options.clientContent === 'initial' && (s.answered || s.answering))
    return closeForInvalidFrame(
      s,
      'content/initial-only',
      'Request contains an invalid argument: client_content.',
    )
  // Any `clientContent` interrupts a running answer. Source: API reference of LiveClientContent.
  return continueStep(interrupt(s, 'clientContent', at), s => [
    complete ? startAnswer(add(s)) : { ...add(s), waiting: true },
    [],
  ])
}
