import { safeString } from '../../../core/text/reason.ts'
import type { FakeView, LiveFake } from '../fake.ts'
import { readFrameObject } from '../frame.ts'
import type { Json } from '../shape.ts'
import { continueStep } from '../step.ts'
import { performGptLiveAction } from './act.ts'
import { appendHandler } from './append.ts'
import { createItem, onlyForBackend } from './backend.ts'
import { appendAudio, muteHandler, playFixture } from './media.ts'
import { closeSession, sessionTimeLimit, startSession, updateSession } from './session.ts'
import { events } from './shapes.ts'
import {
  type FakeLiveState,
  type LiveStep,
  malformedCommandError,
  millisecondsSinceStart,
  sendLiveError,
} from './state.ts'

export type { FakeLiveState } from './state.ts'

type Handler = (s: FakeLiveState, event: Json, at: number) => LiveStep

const acceptSilently = (s: FakeLiveState): LiveStep => [s, []]

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['session.start', startSession],
  ['session.update', updateSession],
  ['session.input_audio.append', appendAudio],
  ['session.input_audio.mute', muteHandler('session.input_audio.muted')],
  ['session.input_audio.unmute', muteHandler('session.input_audio.unmuted')],
  ['session.output_audio.fixture.play', playFixture],
  ['session.instructions.append', appendHandler('instructions')],
  ['session.thinking.append', appendHandler('thinking')],
  ['session.commentary.append', appendHandler('commentary')],
  ['decision.create', onlyForBackend('decisions', acceptSilently)],
  ['decision.item.create', onlyForBackend('decisions', acceptSilently)],
  ['decision.item.delete', onlyForBackend('decisions', acceptSilently)],
  ['response.item.create', onlyForBackend('responses', createItem)],
  ['response.create', onlyForBackend('responses', acceptSilently)],
  ['session.close', (s, event, at) => closeSession(s, 'close_requested', at, event.event_id)],
])

const receiveEvent = (s: FakeLiveState, frame: unknown, at: number): LiveStep => {
  const event = readFrameObject(frame)
  if (!event)
    return sendLiveError(s, {}, { code: 'invalid_json', message: 'The event is not a JSON object.' })
  if (event.type === undefined)
    return sendLiveError(
      s,
      event,
      malformedCommandError({ kind: 'missing', path: 'type', expected: 'a string' }),
    )
  const type = safeString(event.type)
  const shape = events.get(type)
  if (!shape)
    return sendLiveError(
      s,
      event,
      malformedCommandError({ kind: 'value', path: 'type', expected: [...events.keys()].join(', ') }),
    )
  // The client must send `session.start` first. Source: SDK type `SessionStartEvent`.
  const started = s.session !== undefined
  if (started === (type === 'session.start'))
    return sendLiveError(s, event, {
      code: started ? 'session_already_started' : 'session_not_started',
      message: started ? 'The session was started before.' : 'Send session.start first.',
      param: 'type',
    })
  const problem = shape(event, '')
  return problem ? sendLiveError(s, event, malformedCommandError(problem)) : handlers.get(type)!(s, event, at)
}

/** Moves the clock: the session ends when its time limit is reached. */
const moveGptLiveClock = (s: FakeLiveState, at: number): LiveStep => {
  if (s.openedAt === undefined) return [{ ...s, openedAt: at }, []]
  return s.session && millisecondsSinceStart(s, at) >= sessionTimeLimit(s)
    ? closeSession(s, 'expired', at)
    : [s, []]
}

/** Strict fake of OpenAI GPT-Live. Sources: SDK types (`openai` 7.57.0, `resources/live`), reference/live-2026.md. */
export const gptLive: LiveFake<FakeLiveState> = {
  connect(options, memory) {
    memory.connections++
    return {
      options,
      id: `live_${memory.connections}`,
      closed: false,
      openedAt: undefined,
      events: 0,
      session: undefined,
      instruction: undefined,
      context: [],
      pending: [],
      flowed: false,
      answering: false,
      speech: '',
      userSpeaking: false,
      open: [],
      delegations: [],
      violations: [],
      interruptions: [],
    }
  },
  receive: (s, frame, at) =>
    s.closed
      ? [s, []]
      : continueStep(moveGptLiveClock(s, at), s => (s.closed ? [s, []] : receiveEvent(s, frame, at))),
  act(s, action, at) {
    if (s.closed) return [s, []]
    if (action.type === 'drop')
      return [
        { ...s, closed: true, answering: false, userSpeaking: false },
        [{ close: { code: 1006, reason: '' } }],
      ]
    return continueStep(moveGptLiveClock(s, at), s =>
      s.closed || !s.session ? [s, []] : performGptLiveAction(s, action, at),
    )
  },
  view: (s): FakeView => ({
    answering: s.answering,
    userSpeaking: s.userSpeaking,
    openCalls: s.open,
    instruction: s.instruction,
    tools: [], // The tools belong to the delegation backend.
    context: s.context,
    violations: s.violations,
    interruptions: s.interruptions,
  }),
}
