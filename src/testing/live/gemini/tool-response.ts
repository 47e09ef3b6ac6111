import type { Json } from '../shape.ts'
import { continueStep } from '../step.ts'
import { interrupt, startAnswer } from './interrupt.ts'
import * as shapes from './shapes.ts'
import {
  addContextEntry,
  addViolation,
  closeForInvalidFrame,
  type GeminiState,
  type GeminiStep,
  problemText,
} from './state.ts'

/** Handles `toolResponse`, which contains results of function calls. */
export const receiveToolResponse = (s: GeminiState, frame: unknown, at: number): GeminiStep => {
  const vertex = s.options.platform === 'vertex'
  const problem = (vertex ? shapes.vertexToolResponse : shapes.toolResponse)(frame, 'tool_response')
  if (problem) return closeForInvalidFrame(s, `shape/${problem.kind}`, problemText(problem))
  const responses = ((frame as Json).functionResponses ?? []) as readonly Json[]
  if (responses.length === 0)
    return closeForInvalidFrame(s, 'tool/empty', 'tool_response.function_responses is empty.')
  return responses.reduce<GeminiStep>(
    (step, response) => (step[0].closed ? step : continueStep(step, s => answerCall(s, response, at))),
    [s, []],
  )
}

const answerCall = (s: GeminiState, response: Json, at: number): GeminiStep => {
  const { id, name } = response
  // The official client requires the id on the developer API. Vertex matches results by the function's name.
  if (id === undefined && s.options.platform !== 'vertex')
    return closeForInvalidFrame(s, 'tool/id', 'FunctionResponse request must have an `id`.')
  const call = s.calls.find(call => (id === undefined ? call.name === name : call.id === id))
  // The server drops a late or second result. Source: live-2026.md A5, 54 and 57.
  if (!call && s.settled.includes(String(id)))
    return [addViolation(s, 'tool/late', `Call ${id} was answered or cancelled before`), []]
  // Close frame reported for a wrong id: 1008, "Requested entity was not found" (deprecated-generative-ai-js#487).
  if (!call)
    return closeForInvalidFrame(
      s,
      'tool/unknown',
      `Requested entity was not found: call ${id ?? name}.`,
      1008,
    )
  if (call.name !== name)
    return closeForInvalidFrame(
      s,
      'tool/name',
      `Call ${call.id} is of ${call.name}, the response names ${name}.`,
    )

  const text = addContextEntry(s, 'tool', JSON.stringify(response.response ?? {}))
  // `scheduling` and `willContinue` are ignored unless the function is NON_BLOCKING. Source: type `FunctionResponse`.
  const misplaced = call.blocking && ('scheduling' in response || 'willContinue' in response)
  const noted = misplaced
    ? addViolation(
        text,
        'tool/scheduling',
        `scheduling and willContinue do nothing for ${name}, which blocks`,
      )
    : text
  const open = response.willContinue === true && !call.blocking
  const settled = open
    ? noted
    : { ...noted, calls: s.calls.filter(c => c !== call), settled: [...s.settled, call.id] }
  if (call.blocking) return [settled.calls.some(c => c.blocking) ? settled : startAnswer(settled), []]
  return applyScheduling(settled, response.scheduling, at)
}

/** Makes the model speak after a function result, as `scheduling` asks. Default: WHEN_IDLE. Source: SDK types. */
const applyScheduling = (s: GeminiState, scheduling: unknown, at: number): GeminiStep => {
  if (scheduling === 'SILENT') return [s, []]
  if (scheduling === 'INTERRUPT')
    return continueStep(interrupt(s, 'toolResponse', at), s => [startAnswer(s), []])
  return [s.answering || s.userSpeaking ? s : startAnswer(s), []]
}
