import type { ModelAction } from '../action.ts'
import { silence } from '../frame.ts'
import { continueStep } from '../step.ts'
import { releaseAcks, startAudioFlow } from './append.ts'
import {
  delegationOwner,
  type FakeLiveState,
  type LiveStep,
  millisecondsSinceStart,
  sendLiveEvents,
} from './state.ts'

type Of<T extends ModelAction['type']> = Extract<ModelAction, { type: T }>

const addLiveContextEntry = (s: FakeLiveState, role: string, text: string): FakeLiveState =>
  text === '' ? s : { ...s, context: [...s.context, { role, text }] }

const endAnswer = (s: FakeLiveState): FakeLiveState => ({
  ...addLiveContextEntry(s, 'assistant', s.speech),
  speech: '',
  answering: false,
})

/**
 * Sends a chunk of audio, and the transcript of the audio. On the primary WebSocket, audio has no event id (SDK types).
 */
const sendLiveSpeech = (s: FakeLiveState, { text, audio }: Of<'say'>, at: number): LiveStep => {
  const time = { start_ms: millisecondsSinceStart(s, at), end_ms: millisecondsSinceStart(s, at) }
  const speaking = { ...s, answering: true, speech: s.speech + text }
  const [next, outputs] = sendLiveEvents(speaking, {
    type: 'session.output_transcript.delta',
    delta: text,
    ...time,
  })
  return [next, [{ send: { type: 'session.output_audio.delta', delta: audio ?? silence } }, ...outputs]]
}

/** Delegates work: a Responses backend sends a call event; the application gets only an id, without a task text. */
const delegateWork = (s: FakeLiveState, { id, name, args }: Of<'call'>, at: number): LiveStep => {
  const target = delegationOwner(s.session)
  const next = { ...s, open: [...s.open, id] }
  if (target === 'responses') {
    const item = { type: 'function_call', call_id: id, name, arguments: JSON.stringify(args) }
    return sendLiveEvents(next, {
      type: 'response.event',
      event: { type: 'response.output_item.done', item },
    })
  }
  return sendLiveEvents(
    { ...next, delegations: [...s.delegations, id] },
    {
      type: 'session.delegation.created',
      delegation: { id, target, type: 'delegation' },
      offset_ms: millisecondsSinceStart(s, at),
    },
  )
}

/** Ends the user's speech, whose audio has arrived, and sends the transcript. */
const endLiveUserSpeech = (s: FakeLiveState, transcript: string, at: number): LiveStep => {
  const time = { start_ms: millisecondsSinceStart(s, at), end_ms: millisecondsSinceStart(s, at) }
  const heard = addLiveContextEntry({ ...s, userSpeaking: false }, 'user', transcript)
  return continueStep(startAudioFlow(heard, at), s =>
    sendLiveEvents(s, { type: 'session.input_transcript.delta', delta: transcript, ...time }),
  )
}

/** Performs a scripted action on a session that has started. */
export const performGptLiveAction = (s: FakeLiveState, action: ModelAction, at: number): LiveStep => {
  switch (action.type) {
    case 'start-answer':
      return [{ ...s, answering: true }, []]
    case 'say':
      return sendLiveSpeech(s, action, at)
    case 'turn-complete': // The protocol has no turns (live-2026.md A1).
      return [endAnswer(s), []]
    case 'interrupt':
      if (!s.answering) return [s, []]
      return [{ ...endAnswer(s), interruptions: [...s.interruptions, { by: 'model', at }] }, []]
    case 'call':
      return delegateWork(s, action, at)
    case 'user-speech-start': // The protocol is full duplex, and has no voice detection events (live-2026.md 0.3).
      return [{ ...s, userSpeaking: true }, []]
    case 'user-speech-stop':
      return endLiveUserSpeech(s, action.transcript, at)
    case 'usage': {
      // Usage: seconds of audio, and the used share of 128,000 tokens. Source: SDK type `SessionUsageUpdatedEvent`.
      const context_window = { usage_ratio: (action.input + action.output) / 128_000 }
      const usage = { seconds: millisecondsSinceStart(s, at) / 1000 }
      return sendLiveEvents(s, { type: 'session.usage.updated', usage, context_window })
    }
    case 'drop-oldest': {
      // The server compacts its context, but keeps appended instructions. Source: live-2026.md A1.
      const gone = s.context.filter(({ role }) => role !== 'developer').slice(0, action.count)
      return [{ ...s, context: s.context.filter(entry => !gone.includes(entry)) }, []]
    }
    case 'ack':
      return releaseAcks(s, at)
    case 'error': {
      const client = action.eventId === undefined ? {} : { client_event_id: action.eventId }
      const error = { type: 'server_error', code: action.code, message: action.code, ...client }
      return sendLiveEvents(s, { type: 'error', error, ...client })
    }
    // GPT-Live has no event for this action.
    case 'open':
    case 'tick':
    case 'drop':
    case 'generation-complete':
    case 'cancel-calls':
    case 'go-away':
    case 'handle':
      return [s, []]
  }
}
