import { bytesOfBase64 } from '../frame.ts'
import type { Json } from '../shape.ts'
import { continueStep, runSteps } from '../step.ts'
import { addItem, toConversationItem } from './items.ts'
import { cancelActive, startResponse } from './response.ts'
import { bytesPerInputMillisecond, transcribes, turnDetection } from './session.ts'
import {
  activeResponse,
  newId,
  type RealtimeState,
  type RealtimeStep,
  sendRealtimeError,
  sendRealtimeEvents,
} from './state.ts'

/** Handles `input_audio_buffer.append`, which has no acknowledgement. */
export const appendAudio = (s: RealtimeState, event: Json): RealtimeStep => {
  const bytes = bytesOfBase64(event.audio as string)
  // Audio is base64, at most 15 MiB. Source: SDK type `InputAudioBufferAppendEvent`, field `audio`.
  if (bytes === undefined || bytes > 15 * 1024 * 1024)
    return sendRealtimeError(s, event, {
      code: 'invalid_value',
      message: "Invalid 'audio'. Expected base64-encoded audio bytes (at most 15 MiB).",
      param: 'audio',
    })
  return [{ ...s, bufferMs: s.bufferMs + bytes / bytesPerInputMillisecond(s.session) }, []]
}

/** Handles `input_audio_buffer.clear`. */
export const clearAudio = (s: RealtimeState): RealtimeStep =>
  sendRealtimeEvents({ ...s, bufferMs: 0 }, { type: 'input_audio_buffer.cleared' })

/**
 * Turns the audio buffer into a message of the user. The message is transcribed, but starts no answer. Source: SDK type
 * `InputAudioBufferCommitEvent`.
 */
const commitBuffer = (s: RealtimeState, id: string, transcript: string): RealtimeStep => {
  const content = [{ type: 'input_audio', transcript: null }]
  const item = { ...toConversationItem(id, { type: 'message', role: 'user', content }), text: transcript }
  const transcription = {
    type: 'conversation.item.input_audio_transcription.completed',
    item_id: id,
    content_index: 0,
    transcript,
    usage: { type: 'duration', seconds: s.bufferMs / 1000 },
  }
  return runSteps<RealtimeState>(
    { ...s, bufferMs: 0, heard: '', speechItem: undefined },
    s =>
      sendRealtimeEvents(s, {
        type: 'input_audio_buffer.committed',
        previous_item_id: s.items.at(-1)?.id ?? null,
        item_id: id,
      }),
    s => addItem(s, item),
    s => (transcribes(s.session) ? sendRealtimeEvents(s, transcription) : [s, []]),
  )
}

/** Handles `input_audio_buffer.commit`. The buffer needs at least 100 ms, according to the vendor's error text. */
export const commitAudio = (s: RealtimeState, event: Json): RealtimeStep => {
  if (s.bufferMs < 100)
    return sendRealtimeError(s, event, {
      code: 'input_audio_buffer_commit_empty',
      message: `Error committing input audio buffer: buffer too small. Expected at least 100ms of audio, but buffer only has ${s.bufferMs.toFixed(2)}ms of audio.`,
    })
  const [next, id] = s.speechItem === undefined ? newId(s, 'item') : [s, s.speechItem]
  return commitBuffer(next, id, s.heard)
}

/**
 * Starts the user's speech. Server detection cancels the running response (field `interrupt_response`). Source: SDK
 * types.
 */
export const startRealtimeSpeech = (s: RealtimeState, at: number): RealtimeStep => {
  if (s.userSpeaking) return [s, []]
  const detection = turnDetection(s.session)
  if (!detection) return [{ ...s, userSpeaking: true }, []]
  const [next, item_id] = newId(s, 'item')
  const audio_start_ms = at - (s.openedAt ?? at)
  return continueStep(
    sendRealtimeEvents(
      { ...next, userSpeaking: true, speechItem: item_id },
      { type: 'input_audio_buffer.speech_started', audio_start_ms, item_id },
    ),
    s =>
      detection.interrupt_response === false ? [s, []] : cancelActive(s, 'turn_detected', 'user-speech', at),
  )
}

/**
 * Ends the user's speech. Server detection commits the buffer and starts a response (field `create_response`). Source:
 * SDK types.
 */
export const endRealtimeSpeech = (s: RealtimeState, transcript: string, at: number): RealtimeStep => {
  const quiet = { ...s, userSpeaking: false }
  const detection = turnDetection(s.session)
  if (!detection) return [{ ...quiet, heard: s.heard + transcript }, []]
  const [next, item_id] = s.speechItem === undefined ? newId(quiet, 'item') : [quiet, s.speechItem]
  const audio_end_ms = at - (s.openedAt ?? at)
  return runSteps(
    next,
    s => sendRealtimeEvents(s, { type: 'input_audio_buffer.speech_stopped', audio_end_ms, item_id }),
    s => commitBuffer(s, item_id, transcript),
    s => (detection.create_response === false || activeResponse(s) ? [s, []] : startResponse(s)),
  )
}
