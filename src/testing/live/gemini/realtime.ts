import { bytesOfBase64 } from '../frame.ts'
import { isWireObject, type Json } from '../shape.ts'
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

/** Returns the reason why the server refuses media: it must be base64 data of a MIME type that its field accepts. */
const mediaProblem = (field: string, media: Json, types: RegExp): string | undefined => {
  if (bytesOfBase64(String(media.data)) === undefined)
    return `Invalid value at 'realtime_input.${field}.data': Base64 decoding failed.`
  if (!types.test(String(media.mimeType))) return `Unsupported mime type for ${field}: ${media.mimeType}`
  return undefined
}

/** Returns the fault of each media chunk in one field of `realtimeInput`. */
const mediaChunkProblems = (field: string, media: readonly unknown[], types: RegExp): readonly string[] =>
  media.flatMap(chunk => (isWireObject(chunk) ? (mediaProblem(field, chunk, types) ?? []) : []))

/** Returns why an activity mark is refused: with automatic detection (SDK field `disabled`), only the server marks. */
const activityProblem = (s: GeminiState, json: Json): string | undefined =>
  !s.setup?.manualActivity && ('activityStart' in json || 'activityEnd' in json)
    ? 'Explicit activity control is not supported when automatic activity detection is enabled.'
    : undefined

/** Starts the user's turn, which interrupts the model unless `activityHandling` is NO_INTERRUPTION (SDK types). */
export const startUserTurn = (s: GeminiState, by: string, at: number): GeminiStep => {
  const speaking = { ...s, userSpeaking: true }
  return s.setup?.interrupts ? interrupt(speaking, by, at) : [speaking, []]
}

/** Ends the user's turn. The model answers, unless the server waits for the rest of the turn. */
export const endUserTurn = (s: GeminiState): GeminiState =>
  s.waiting && s.options.waitsForTurn
    ? { ...s, userSpeaking: false }
    : startAnswer({ ...s, userSpeaking: false })

/** Handles `realtimeInput`. */
export const receiveRealtime = (s: GeminiState, frame: unknown, at: number): GeminiStep => {
  const problem = shapes.realtimeInput(frame, 'realtime_input')
  if (problem) return closeForInvalidFrame(s, `shape/${problem.kind}`, problemText(problem))
  const json = frame as Json
  const media = [
    ...mediaChunkProblems('audio', [json.audio], /^audio\//),
    ...mediaChunkProblems('video', [json.video], /^image\//),
    ...mediaChunkProblems('media_chunks', (json.mediaChunks ?? []) as readonly Json[], /^(audio|image)\//),
  ][0]
  if (media !== undefined) return closeForInvalidFrame(s, 'realtime/media', media)
  const activity = activityProblem(s, json)
  if (activity !== undefined) return closeForInvalidFrame(s, 'realtime/activity', activity)
  return continueStep(receiveActivityMarks(s, json, at), s => {
    // Text is input of the user: it interrupts and gets an answer. Source: SDK type `LiveClientRealtimeInput`.
    if (typeof json.text !== 'string') return [s, []]
    const text = json.text
    const interrupted: GeminiStep = s.setup?.interrupts ? interrupt(s, 'realtimeInput.text', at) : [s, []]
    return continueStep(interrupted, s => [startAnswer(addContextEntry(s, 'user', text)), []])
  })
}

/**
 * Handles the client's marks of activity start and end. A mark out of order is only recorded as a violation, because
 * the vendor's reaction is unknown.
 */
const receiveActivityMarks = (s: GeminiState, json: Json, at: number): GeminiStep => {
  // `audioStreamEnd` should be sent only if automatic activity detection is on. Source: SDK types.
  if (json.audioStreamEnd === true && s.setup?.manualActivity)
    return [addViolation(s, 'realtime/stream-end', 'audioStreamEnd without automatic activity detection'), []]
  if ('activityStart' in json)
    return s.userSpeaking
      ? [addViolation(s, 'realtime/activity-order', 'activityStart while the user is active'), []]
      : startUserTurn(s, 'activityStart', at)
  if ('activityEnd' in json)
    return s.userSpeaking
      ? [endUserTurn(s), []]
      : [addViolation(s, 'realtime/activity-order', 'activityEnd without activityStart'), []]
  return [s, []]
}
