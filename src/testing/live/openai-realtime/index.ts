import { safeString } from '../../../core/text/reason.ts'
import type { FakeView, LiveFake } from '../fake.ts'
import { readFrameObject } from '../frame.ts'
import type { Json } from '../shape.ts'
import { continueStep } from '../step.ts'
import { performRealtimeAction } from './act.ts'
import { appendAudio, clearAudio, commitAudio } from './audio.ts'
import { createItem, deleteItem, retrieveItem, truncateItem } from './items.ts'
import { cancelResponse, createResponse } from './response.ts'
import { newSession, sessionToolNames, updateSession } from './session.ts'
import { events } from './shapes.ts'
import {
  activeResponse,
  callsWithoutOutput,
  malformedEventError,
  type RealtimeState,
  type RealtimeStep,
  sendRealtimeError,
  sendRealtimeEvents,
} from './state.ts'

export type { RealtimeState } from './state.ts'

type Handler = (s: RealtimeState, event: Json, at: number) => RealtimeStep

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['session.update', updateSession],
  ['conversation.item.create', createItem],
  ['conversation.item.delete', deleteItem],
  ['conversation.item.retrieve', retrieveItem],
  ['conversation.item.truncate', truncateItem],
  ['input_audio_buffer.append', appendAudio],
  ['input_audio_buffer.commit', commitAudio],
  ['input_audio_buffer.clear', clearAudio],
  ['response.create', createResponse],
  ['response.cancel', cancelResponse],
])

const receiveEvent = (s: RealtimeState, frame: unknown, at: number): RealtimeStep => {
  const event = readFrameObject(frame)
  if (!event)
    return sendRealtimeError(s, {}, { code: 'invalid_json', message: 'The event is not a JSON object.' })
  if (event.type === undefined)
    return sendRealtimeError(
      s,
      event,
      malformedEventError({ kind: 'missing', path: 'type', expected: 'a string' }),
    )
  const type = safeString(event.type)
  const shape = events.get(type)
  if (!shape) {
    const expected = [...events.keys()].map(name => `'${name}'`).join(', ')
    return sendRealtimeError(s, event, malformedEventError({ kind: 'value', path: 'type', expected }))
  }
  const problem = shape(event, '')
  return problem
    ? sendRealtimeError(s, event, malformedEventError(problem))
    : handlers.get(type)!(s, event, at)
}

/** Opens the session before its first event, and ends it at its time limit (60 minutes). Source: live-2026.md A1. */
const openOrExpireSession = (s: RealtimeState, at: number): RealtimeStep => {
  if (s.openedAt === undefined)
    return sendRealtimeEvents({ ...s, openedAt: at }, { type: 'session.created', session: s.session })
  if (at - s.openedAt < (s.options.lifetime ?? 3_600_000)) return [s, []]
  const message = 'Your session hit the maximum duration of 60 minutes.'
  const error = {
    type: 'invalid_request_error',
    code: 'session_expired',
    message,
    param: null,
    event_id: null,
  }
  const [next, outputs] = sendRealtimeEvents(s, { type: 'error', error })
  return [{ ...next, closed: true, responses: [] }, [...outputs, { close: { code: 1001, reason: message } }]]
}

/**
 * Strict fake of OpenAI Realtime (GA). Sources: SDK types (`openai` 6.49, `resources/realtime`),
 * reference/live-2026.md.
 */
export const openaiRealtime: LiveFake<RealtimeState> = {
  connect(options, memory) {
    memory.connections++
    return {
      options,
      closed: false,
      openedAt: undefined,
      events: 0,
      ids: 0,
      session: newSession(`sess_${memory.connections}`, options.model ?? 'gpt-realtime'),
      spoke: false,
      items: [],
      responses: [],
      bufferMs: 0,
      userSpeaking: false,
      speechItem: undefined,
      heard: '',
      usage: undefined,
      violations: [],
      interruptions: [],
    }
  },
  receive: (s, frame, at) =>
    s.closed
      ? [s, []]
      : continueStep(openOrExpireSession(s, at), s => (s.closed ? [s, []] : receiveEvent(s, frame, at))),
  act(s, action, at) {
    if (s.closed) return [s, []]
    if (action.type === 'drop')
      return [{ ...s, closed: true, responses: [] }, [{ close: { code: 1006, reason: '' } }]]
    return continueStep(openOrExpireSession(s, at), s =>
      s.closed ? [s, []] : performRealtimeAction(s, action, at),
    )
  },
  view: (s): FakeView => ({
    answering: activeResponse(s) !== undefined,
    userSpeaking: s.userSpeaking,
    openCalls: callsWithoutOutput(s),
    instruction: s.session.instructions === '' ? undefined : String(s.session.instructions),
    tools: sessionToolNames(s.session),
    context: s.items.map(({ id, role, text }) => ({ role, text, id })),
    violations: s.violations,
    interruptions: s.interruptions,
  }),
}
