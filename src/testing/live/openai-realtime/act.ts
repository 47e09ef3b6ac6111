import type { ModelAction } from '../action.ts'
import { continueStep } from '../step.ts'
import { endRealtimeSpeech, startRealtimeSpeech } from './audio.ts'
import { finishMessage, sendCall, speakText } from './output.ts'
import { cancelActive, endResponse, startResponse } from './response.ts'
import { activeResponse, type RealtimeState, type RealtimeStep, sendRealtimeEvents } from './state.ts'

/** Runs a step with the running response. Speech without a response starts one, as server-side detection does. */
const inRunningResponse = (
  s: RealtimeState,
  { outOfBand = false, start = false }: { outOfBand?: boolean; start?: boolean },
  next: (s: RealtimeState, id: string) => RealtimeStep,
): RealtimeStep => {
  const find = (s: RealtimeState) => s.responses.find(response => response.outOfBand === outOfBand)
  const started: RealtimeStep = find(s) || !start || outOfBand ? [s, []] : startResponse(s)
  return continueStep(started, s => {
    const response = find(s)
    return response ? next(s, response.id) : [s, []]
  })
}

/** Performs a scripted action on an open connection. */
export const performRealtimeAction = (s: RealtimeState, action: ModelAction, at: number): RealtimeStep => {
  switch (action.type) {
    case 'start-answer':
      return activeResponse(s) ? [s, []] : startResponse(s)
    case 'say':
      return inRunningResponse(s, { ...action, start: true }, (s, id) =>
        speakText(s, id, action.text, action.audio),
      )
    case 'generation-complete':
      return inRunningResponse(s, action, (s, id) => finishMessage(s, id))
    case 'turn-complete':
      return inRunningResponse(s, action, (s, id) => endResponse(s, id, { type: 'completed' }))
    case 'call':
      return inRunningResponse(s, { start: true }, (s, id) =>
        sendCall(s, id, action.id, action.name, action.args),
      )
    case 'user-speech-start':
      return startRealtimeSpeech(s, at)
    case 'user-speech-stop':
      return endRealtimeSpeech(s, action.transcript, at)
    case 'interrupt':
      return cancelActive(s, 'turn_detected', 'model', at)
    case 'usage': {
      // Usage is part of `response.done`. Source: SDK type `RealtimeResponse`, field `usage`.
      const { input, output, cached = 0 } = action
      const usage = {
        input_tokens: input,
        output_tokens: output,
        total_tokens: input + output,
        input_token_details: { cached_tokens: cached },
      }
      return [{ ...s, usage }, []]
    }
    case 'drop-oldest': // No event reports truncation. Source: SDK type `RealtimeTruncation`.
      return [{ ...s, items: s.items.slice(action.count) }, []]
    case 'error': {
      const error = { type: 'server_error', code: action.code, message: action.code, param: null }
      return sendRealtimeEvents(s, { type: 'error', error: { ...error, event_id: action.eventId ?? null } })
    }
    // OpenAI Realtime has no event for this action.
    case 'open':
    case 'tick':
    case 'drop':
    case 'cancel-calls':
    case 'go-away':
    case 'handle':
    case 'ack':
      return [s, []]
  }
}
