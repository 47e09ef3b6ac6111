import { base64Length } from '../frame.ts'
import type { Json } from '../shape.ts'
import { startAudioFlow } from './append.ts'
import { echo, emit, type FakeLiveState, fail, type LiveStep } from './state.ts'

const badAudio = (s: FakeLiveState, event: Json): LiveStep =>
  fail(s, event, { code: 'invalid_value', message: 'audio must be base64.', param: 'audio' })

/** Handles `session.input_audio.append`. d.ts: appended audio has no acknowledgement. */
export const appendAudio = (s: FakeLiveState, event: Json, at: number): LiveStep =>
  base64Length(event.audio as string) ? startAudioFlow(s, at) : badAudio(s, event)

/** Returns the handler of mute and unmute. */
export const mute =
  (type: string) =>
  (s: FakeLiveState, event: Json): LiveStep =>
    emit(s, { type, ...echo(event.event_id) })

/** Handles `session.output_audio.fixture.play`: the fixture is played at once. */
export const playFixture = (s: FakeLiveState, event: Json): LiveStep => {
  if (!base64Length(event.audio as string)) return badAudio(s, event)
  const client = echo(event.event_id)
  return emit(
    s,
    { type: 'session.output_audio.fixture.playing', ...client },
    { type: 'session.output_audio.fixture.played', ...client },
  )
}
