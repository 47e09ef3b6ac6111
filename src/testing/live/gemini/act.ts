import type { ModelAction } from '../action.ts'
import { silence } from '../frame.ts'
import { continueStep, sendFrames } from '../step.ts'
import { duration } from './clock.ts'
import { isBlockingFunction } from './declared.ts'
import { sendHandle } from './handle.ts'
import { cancelCalls, endAnswer, interactionStatusField, interrupt, startAnswer } from './interrupt.ts'
import { endUserTurn, startUserTurn } from './realtime.ts'
import { addContextEntry, close, type GeminiState, type GeminiStep } from './state.ts'

type Of<T extends ModelAction['type']> = Extract<ModelAction, { type: T }>

/** Sends a chunk of audio and its transcript. */
const sendSpeech = (s: GeminiState, { text, audio }: Of<'say'>): GeminiStep => {
  const inlineData = { mimeType: 'audio/pcm;rate=24000', data: audio ?? silence }
  const transcript =
    s.setup?.outputTranscription && text !== '' ? [{ serverContent: { outputTranscription: { text } } }] : []
  return sendFrames(
    { ...startAnswer(s), speech: s.speech + text },
    { serverContent: { modelTurn: { parts: [{ inlineData }] } } },
    ...transcript,
  )
}

/** Sends a function call. A BLOCKING call is part of the running answer. */
const sendFunctionCall = (s: GeminiState, { id, name, args }: Of<'call'>): GeminiStep => {
  const blocking = s.tools.find(tool => tool.name === name)?.blocking ?? isBlockingFunction(s, undefined)
  const calls = [...s.calls, { id, name, blocking }]
  const said = addContextEntry(s, 'model', s.speech, true) // Words said before the call are stored first.
  return sendFrames(
    { ...said, speech: '', calls, answering: s.answering || blocking },
    { toolCall: { functionCalls: [{ id, name, args }] } },
  )
}

const turnComplete = (s: GeminiState, more: boolean): GeminiStep =>
  s.answering
    ? sendFrames(
        { ...endAnswer(s), answering: more && (s.options.generation ?? '3.8') === '3.8' },
        { serverContent: { turnComplete: true, ...interactionStatusField(s, more) } },
      )
    : [s, []]

/**
 * Starts the user's speech. Without automatic detection, the client marks speech itself, and the server does nothing.
 */
const startUserSpeech = (s: GeminiState, at: number): GeminiStep => {
  if (s.setup?.manualActivity || s.userSpeaking) return [s, []]
  const signal = s.setup?.vadSignal ? [{ voiceActivity: { voiceActivityType: 'ACTIVITY_START' } }] : []
  return continueStep(sendFrames(s, ...signal), s => startUserTurn(s, 'user-speech', at))
}

/** Ends the user's speech. The server transcribes the speech, and the model answers. */
const endUserSpeech = (s: GeminiState, transcript: string): GeminiStep => {
  const heard = addContextEntry(s, 'user', transcript)
  const frames = s.setup?.inputTranscription
    ? [{ serverContent: { inputTranscription: { text: transcript } } }]
    : []
  if (s.setup?.manualActivity) return sendFrames(heard, ...frames)
  const signal = s.setup?.vadSignal ? [{ voiceActivity: { voiceActivityType: 'ACTIVITY_END' } }] : []
  return sendFrames(endUserTurn(heard), ...signal, ...frames)
}

const usage = (s: GeminiState, { input, output, cached }: Of<'usage'>): GeminiStep =>
  sendFrames(s, {
    usageMetadata: {
      promptTokenCount: input,
      responseTokenCount: output,
      totalTokenCount: input + output,
      ...(cached === undefined ? {} : { cachedContentTokenCount: cached }),
    },
  })

/** Performs a scripted action on a connection whose setup is complete. */
export const performGeminiAction = (s: GeminiState, action: ModelAction, at: number): GeminiStep => {
  switch (action.type) {
    case 'start-answer':
      return [startAnswer(s), []]
    case 'say':
      return sendSpeech(s, action)
    case 'generation-complete':
      return s.answering ? sendFrames(s, { serverContent: { generationComplete: true } }) : [s, []]
    case 'turn-complete':
      return turnComplete(s, action.more === true)
    case 'call':
      return sendFunctionCall(s, action)
    case 'cancel-calls':
      return cancelCalls(s, ({ id }) => action.ids.includes(id))
    case 'user-speech-start':
      return startUserSpeech(s, at)
    case 'user-speech-stop':
      return endUserSpeech(s, action.transcript)
    case 'interrupt':
      return interrupt(s, 'model', at)
    case 'go-away':
      return sendFrames(
        { ...s, announced: true, endsAt: at + action.timeLeft },
        { goAway: { timeLeft: duration(action.timeLeft) } },
      )
    case 'handle':
      return sendHandle(s, action.resumable)
    case 'usage':
      return usage(s, action)
    case 'drop-oldest':
      return [{ ...s, context: s.context.slice(action.count) }, []]
    case 'error': // The protocol has no error frame: the server closes with the given close code, else 1011.
      return close(s, Number(action.code) || 1011, `Internal error occurred: ${action.code}`)
    // Gemini Live has no event for this action.
    case 'open':
    case 'tick':
    case 'drop':
    case 'ack':
      return [s, []]
  }
}
