import type { FakeView, LiveFake } from '../fake.ts'
import { readFrameObject } from '../frame.ts'
import { continueStep } from '../step.ts'
import { performGeminiAction } from './act.ts'
import { moveGeminiClock } from './clock.ts'
import { receiveContent } from './content.ts'
import { receiveContextUpdate } from './context-update.ts'
import { receiveRealtime } from './realtime.ts'
import { receiveSetup } from './setup.ts'
import { close, closeForInvalidFrame, type GeminiState, type GeminiStep, problemText } from './state.ts'
import { receiveToolResponse } from './tool-response.ts'

export type { GeminiState } from './state.ts'

/** Kinds of client frames. Source: SDK type `LiveClientMessage`. */
const kinds = ['setup', 'clientContent', 'realtimeInput', 'toolResponse', 'contextUpdate']

/** Handles a client frame on a connection whose setup is complete. */
const receiveFrame = (s: GeminiState, frame: unknown, at: number): GeminiStep => {
  const json = readFrameObject(frame)
  if (!json) return closeForInvalidFrame(s, 'frame/json', 'Invalid JSON payload received.')
  const keys = Object.keys(json)
  const unknown = keys.find(key => !kinds.includes(key))
  if (unknown !== undefined)
    return closeForInvalidFrame(
      s,
      'frame/unknown',
      problemText({ kind: 'unknown', path: unknown, expected: '' }),
    )
  // The kinds form one `oneof` in the protocol's definition, so a frame has exactly one of them.
  if (keys.length !== 1)
    return closeForInvalidFrame(s, 'frame/one-kind', `A message holds exactly one of ${kinds.join(', ')}.`)
  const [kind] = keys
  if (kind === 'setup')
    return s.setup
      ? closeForInvalidFrame(s, 'setup/once', 'setup must be sent only once, as the first message.')
      : receiveSetup(s, json.setup)
  if (!s.setup)
    return closeForInvalidFrame(s, 'setup/first', 'setup must be the first message and only the first.')
  const next = { ...s, consumed: s.consumed + 1 }
  if (kind === 'clientContent') return receiveContent(next, json.clientContent, at)
  if (kind === 'realtimeInput') return receiveRealtime(next, json.realtimeInput, at)
  if (kind === 'toolResponse') return receiveToolResponse(next, json.toolResponse, at)
  return receiveContextUpdate(next, json.contextUpdate)
}

/** Strict fake of Gemini Live. Sources: type declarations of `@google/genai` 3.1.0 and reference/live-2026.md. */
export const geminiLive: LiveFake<GeminiState> = {
  connect(options, memory) {
    memory.connections++
    return {
      options,
      memory,
      connection: memory.connections,
      closed: false,
      setup: undefined,
      openedAt: undefined,
      endsAt: Number.POSITIVE_INFINITY,
      announced: false,
      consumed: 0,
      handles: 0,
      instruction: undefined,
      tools: [],
      context: [],
      history: false,
      answering: false,
      answered: false,
      speech: '',
      waiting: false,
      userSpeaking: false,
      calls: [],
      settled: [],
      violations: [],
      interruptions: [],
    }
  },
  receive: (s, frame, at) =>
    s.closed
      ? [s, []]
      : continueStep(moveGeminiClock(s, at), s => (s.closed ? [s, []] : receiveFrame(s, frame, at))),
  act(s, action, at) {
    if (s.closed) return [s, []]
    if (action.type === 'drop') return close(s, 1006, '')
    return continueStep(moveGeminiClock(s, at), s =>
      s.closed || !s.setup ? [s, []] : performGeminiAction(s, action, at),
    )
  },
  view: (s): FakeView => ({
    answering: s.answering,
    userSpeaking: s.userSpeaking,
    openCalls: s.calls.map(call => call.id),
    instruction: s.instruction,
    tools: s.tools.map(tool => tool.name),
    context: s.context.map(({ role, text }) => ({ role, text })),
    violations: s.violations,
    interruptions: s.interruptions,
  }),
}
