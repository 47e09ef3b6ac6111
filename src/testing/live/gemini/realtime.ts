import { base64Length } from '../frame.ts'
import { isWireObject, type Json } from '../shape.ts'
import { andThen } from '../step.ts'
import { interrupt, startAnswer } from './interrupt.ts'
import * as shapes from './shapes.ts'
import { type GeminiState, type GeminiStep, refuse, remember, violate, wordsForProblem } from './state.ts'

/** Returns why media is refused: it must be base64 data of a type that its field accepts. */
const mediaProblem = (field: string, media: Json, types: RegExp): string | undefined => {
  if (base64Length(String(media.data)) === undefined)
    return `Invalid value at 'realtime_input.${field}.data': Base64 decoding failed.`
  if (!types.test(String(media.mimeType))) return `Unsupported mime type for ${field}: ${media.mimeType}`
  return undefined
}

/** Returns the problems of the media that one field holds. */
const chunks = (field: string, media: readonly unknown[], types: RegExp): readonly string[] =>
  media.flatMap(chunk => (isWireObject(chunk) ? (mediaProblem(field, chunk, types) ?? []) : []))

/** Returns why an activity frame is refused. d.ts `AutomaticActivityDetection.disabled`: with detection the server marks activity. */
const activityProblem = (s: GeminiState, json: Json): string | undefined =>
  !s.setup?.manualActivity && ('activityStart' in json || 'activityEnd' in json)
    ? 'Explicit activity control is not supported when automatic activity detection is enabled.'
    : undefined

/** Starts the user's turn: it interrupts, unless `activityHandling` is NO_INTERRUPTION (d.ts `ActivityHandling`). */
export const userStarts = (s: GeminiState, by: string, at: number): GeminiStep => {
  const speaking = { ...s, userSpeaking: true }
  return s.setup?.interrupts ? interrupt(speaking, by, at) : [speaking, []]
}

/** Ends the user's turn: the model answers, unless the server waits for the rest of a turn. */
export const userStops = (s: GeminiState): GeminiState =>
  s.waiting && s.options.waitsForTurn
    ? { ...s, userSpeaking: false }
    : startAnswer({ ...s, userSpeaking: false })

/** Handles `realtimeInput`. */
export const receiveRealtime = (s: GeminiState, frame: unknown, at: number): GeminiStep => {
  const problem = shapes.realtimeInput(frame, 'realtime_input')
  if (problem) return refuse(s, `shape/${problem.kind}`, wordsForProblem(problem))
  const json = frame as Json
  const media = [
    ...chunks('audio', [json.audio], /^audio\//),
    ...chunks('video', [json.video], /^image\//),
    ...chunks('media_chunks', (json.mediaChunks ?? []) as readonly Json[], /^(audio|image)\//),
  ][0]
  if (media !== undefined) return refuse(s, 'realtime/media', media)
  const activity = activityProblem(s, json)
  if (activity !== undefined) return refuse(s, 'realtime/activity', activity)
  return andThen(activities(s, json, at), s => {
    // d.ts `LiveClientRealtimeInput.text`: text is the user's input, so it interrupts and is answered.
    if (typeof json.text !== 'string') return [s, []]
    const text = json.text
    const interrupted: GeminiStep = s.setup?.interrupts ? interrupt(s, 'realtimeInput.text', at) : [s, []]
    return andThen(interrupted, s => [startAnswer(remember(s, 'user', text)), []])
  })
}

/**
 * Handles the client's marks of activity. The vendor's reaction to a mark out of order is unknown, so it is only
 * recorded.
 */
const activities = (s: GeminiState, json: Json, at: number): GeminiStep => {
  // d.ts `audioStreamEnd`: should only be sent when automatic activity detection is enabled.
  if (json.audioStreamEnd === true && s.setup?.manualActivity)
    return [violate(s, 'realtime/stream-end', 'audioStreamEnd without automatic activity detection'), []]
  if ('activityStart' in json)
    return s.userSpeaking
      ? [violate(s, 'realtime/activity-order', 'activityStart while the user is active'), []]
      : userStarts(s, 'activityStart', at)
  if ('activityEnd' in json)
    return s.userSpeaking
      ? [userStops(s), []]
      : [violate(s, 'realtime/activity-order', 'activityEnd without activityStart'), []]
  return [s, []]
}
