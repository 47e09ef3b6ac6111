import { bytesOfBase64 } from '../frame.ts'
import type { Json } from '../shape.ts'
import { startAudioFlow } from './append.ts'
import {
  clientEventIdField,
  type FakeLiveState,
  type LiveStep,
  sendLiveError,
  sendLiveEvents,
} from './state.ts'

const rejectAudio = (s: FakeLiveState, event: Json): LiveStep =>
  sendLiveError(s, event, { code: 'invalid_value', message: 'audio must be base64.', param: 'audio' })

/** Handles `session.input_audio.append`, which has no acknowledgement. Source: SDK types. */
export const appendAudio = (s: FakeLiveState, event: Json, at: number): LiveStep =>
  bytesOfBase64(event.audio as string) ? startAudioFlow(s, at) : rejectAudio(s, event)

/** Returns the handler of the mute or the unmute command. */
export const muteHandler =
  (type: string) =>
  (s: FakeLiveState, event: Json): LiveStep =>
    sendLiveEvents(s, { type, ...clientEventIdField(event.event_id) })

/** Handles `session.output_audio.fixture.play`. The fake plays the fixture immediately. */
export const playFixture = (s: FakeLiveState, event: Json): LiveStep => {
  if (!bytesOfBase64(event.audio as string)) return rejectAudio(s, event)
  const client = clientEventIdField(event.event_id)
  return sendLiveEvents(
    s,
    { type: 'session.output_audio.fixture.playing', ...client },
    { type: 'session.output_audio.fixture.played', ...client },
  )
}
