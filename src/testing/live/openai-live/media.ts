import { base64Length } from '../frame.ts'
import type { Json } from '../shape.ts'
import { startAudioFlow } from './append.ts'
import { echo, emit, type FakeLiveState, fail, type LiveStep } from './state.ts'

const badAudio = (s: FakeLiveState, event: Json): LiveStep =>
  fail(s, event, { code: 'invalid_value', message: 'audio must be base64.', param: 'audio' })

/** Handles `session.input_audio.append`, which has no acknowledgement. Source: SDK types. */
export const appendAudio = (s: FakeLiveState, event: Json, at: number): LiveStep =>
  base64Length(event.audio as string) ? startAudioFlow(s, at) : badAudio(s, event)

/** Returns the handler of the mute or the unmute command. */
export const mute =
  (type: string) =>
  (s: FakeLiveState, event: Json): LiveStep =>
    emit(s, { type, ...echo(event.event_id) })

/** Handles `session.output_audio.fixture.play`. The fake plays the fixture immediately. */
export const playFixture = (s: FakeLiveState, event: Json): LiveStep => {
  if (!base64Length(event.audio as string)) return badAudio(s, event)
  const client = echo(event.event_id)
  return emit(
    s,
    { type: 'session.output_audio.fixture.playing', ...client },
    { type: 'session.output_audio.fixture.played', ...client },
  )
}
