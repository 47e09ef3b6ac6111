import { isWireObject, type Json } from '../shape.ts'
import { type RealtimeState, type RealtimeStep, sendRealtimeError, sendRealtimeEvents } from './state.ts'

const pcm = { type: 'audio/pcm', rate: 24_000 }
const vad = {
  server_vad: {
    threshold: 0.5,
    prefix_padding_ms: 300,
    silence_duration_ms: 200,
    create_response: true,
    interrupt_response: true,
  },
  semantic_vad: { eagerness: 'auto', create_response: true, interrupt_response: true },
}

/** Returns a new session with the defaults that the SDK types document. */
export const newSession = (id: string, model: string): Json => ({
  type: 'realtime',
  object: 'realtime.session',
  id,
  model,
  instructions: '',
  output_modalities: ['audio'],
  tools: [],
  tool_choice: 'auto',
  max_output_tokens: 'inf',
  truncation: 'auto',
  tracing: null,
  prompt: null,
  audio: {
    input: {
      format: pcm,
      transcription: null,
      noise_reduction: null,
      turn_detection: { type: 'server_vad', ...vad.server_vad },
    },
    output: { format: pcm, voice: 'marin', speed: 1 },
  },
})

const audioSettingsOf = (session: Json, key: 'input' | 'output'): Json => {
  const audio = isWireObject(session.audio) ? session.audio : {}
  return isWireObject(audio[key]) ? audio[key] : {}
}

/** Returns the turn detection settings of a session; undefined if turn detection is off. */
export const turnDetection = (session: Json): Json | undefined => {
  const detection = audioSettingsOf(session, 'input').turn_detection
  return isWireObject(detection) ? detection : undefined
}

/** Whether the session transcribes input audio. */
export const transcribes = (session: Json): boolean =>
  isWireObject(audioSettingsOf(session, 'input').transcription)

/** Returns the bytes of 1 ms of input audio: PCM at 24 kHz, G.711 at 8 kHz. Source: SDK type `RealtimeAudioFormats`. */
export const bytesPerInputMillisecond = (session: Json): number => {
  const { format } = audioSettingsOf(session, 'input')
  return isWireObject(format) && format.type !== 'audio/pcm' ? 8 : 48
}

/** Returns the names of the declared functions, and the labels of the MCP servers. */
export const sessionToolNames = (session: Json): readonly string[] =>
  ((session.tools ?? []) as readonly Json[]).map(tool => String(tool.name ?? tool.server_label))

/**
 * Returns the session after a partial update. Absent fields are kept, and `''` or `[]` clears a field. Audio settings
 * are merged separately for input and output.
 */
const mergeSessionUpdate = (session: Json, update: Json): Json => {
  const input = audioSettingsOf(update, 'input')
  const detection = input.turn_detection
  const withDefaults = isWireObject(detection)
    ? { turn_detection: { ...vad[detection.type as keyof typeof vad], ...detection } }
    : {}
  return {
    ...session,
    ...update,
    audio: {
      input: { ...audioSettingsOf(session, 'input'), ...input, ...withDefaults },
      output: { ...audioSettingsOf(session, 'output'), ...audioSettingsOf(update, 'output') },
    },
  }
}

/**
 * Handles `session.update`. A refused update changes nothing; an accepted update is answered with the whole session.
 */
export const updateSession = (s: RealtimeState, event: Json): RealtimeStep => {
  const update = event.session as Json
  // Every field may change, except `model`, and `voice` after audio output. Source: SDK type `SessionUpdateEvent`.
  if (update.model !== undefined && update.model !== s.session.model)
    return sendRealtimeError(s, event, {
      code: 'invalid_value',
      message: 'The model of a session cannot change.',
      param: 'session.model',
    })
  const { voice } = audioSettingsOf(update, 'output')
  const same = JSON.stringify(voice) === JSON.stringify(audioSettingsOf(s.session, 'output').voice)
  if (voice !== undefined && s.spoke && !same)
    return sendRealtimeError(s, event, {
      code: 'cannot_update_voice',
      message: "Cannot update a conversation's voice if assistant audio is present.",
      param: 'session.audio.output.voice',
    })
  const session = mergeSessionUpdate(s.session, update)
  return sendRealtimeEvents({ ...s, session }, { type: 'session.updated', session })
}
