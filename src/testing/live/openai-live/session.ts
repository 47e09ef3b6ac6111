import type { FakeEntry, Json } from '../shape.ts'
import { continueStep } from '../step.ts'
import {
  clientEventIdField,
  delegationOwner,
  type FakeLiveState,
  type LiveStep,
  millisecondsSinceStart,
  sendLiveError,
  sendLiveEvents,
  textTokens,
} from './state.ts'

/** Returns the session in the form of the SDK type `SessionResource`. */
const sessionResource = (s: FakeLiveState): Json => ({
  delegation: { type: 'client' },
  ...s.session,
  id: s.id,
  status: 'active',
  expires_at: Math.ceil(((s.openedAt ?? 0) + sessionTimeLimit(s)) / 1000),
})

/**
 * Returns the time limit of a session in milliseconds. No page states it, so the 60 minutes of Realtime are assumed.
 */
export const sessionTimeLimit = ({ options }: FakeLiveState): number => options.lifetime ?? 3_600_000

const initialContext = (session: Json): readonly FakeEntry[] =>
  ((session.input ?? []) as readonly Json[]).map(({ role, content }) => ({
    role: String(role),
    text: (content as readonly Json[]).map(part => String(part.text)).join(''),
  }))

/** Handles `session.start`. */
export const startSession = (s: FakeLiveState, event: Json): LiveStep => {
  const session = event.session as Json
  const instructions = (session.instructions ?? '') as string
  const context = initialContext(session)
  const wrong = (message: string, param: string) =>
    sendLiveError(s, event, { code: 'invalid_value', message, param })
  if (session.model === '') return wrong('session.model must name a model.', 'session.model')
  // The instructions may have at most 16,384 tokens. Source: SDK type `SessionConfig`, field `instructions`.
  if (textTokens(s, instructions) > 16_384)
    return wrong('session.instructions is limited to 16384 tokens.', 'session.instructions')
  // The input may have at most 128 messages and 8,192 rendered tokens. Source: SDK type `SessionConfig`, field `input`.
  if (context.length > 128 || textTokens(s, context.map(({ text }) => text).join('')) > 8192)
    return wrong('session.input is limited to 128 messages and 8192 tokens.', 'session.input')
  const instruction = instructions.trim() === '' ? undefined : instructions
  const started = { ...s, session, instruction, context }
  return sendLiveEvents(started, {
    type: 'session.started',
    session: sessionResource(started),
    ...clientEventIdField(event.event_id),
  })
}

/** Handles `session.update`. Fields that the update lacks are kept, and the type of the delegation cannot change. */
export const updateSession = (s: FakeLiveState, event: Json): LiveStep => {
  const update = event.session as Json
  const delegation = update.delegation as Json | null | undefined
  if (delegation && delegation.type !== delegationOwner(s.session))
    return sendLiveError(s, event, {
      code: 'invalid_value',
      message: 'The delegation type of a session cannot change.',
      param: 'session.delegation.type',
    })
  const before = (s.session?.delegation ?? {}) as Json
  const merged = delegation ? { delegation: { ...before, ...delegation } } : {}
  const triggers = update.triggers === undefined ? {} : { triggers: update.triggers }
  const updated = { ...s, session: { ...s.session, ...merged, ...triggers } }
  return sendLiveEvents(updated, {
    type: 'session.updated',
    session: sessionResource(updated),
    ...clientEventIdField(event.event_id),
  })
}

/** Ends the session for the given reason. Source: SDK type `SessionClosedEvent`, field `reason`. */
export const closeSession = (s: FakeLiveState, reason: string, at: number, eventId?: unknown): LiveStep => {
  const usage = { seconds: millisecondsSinceStart(s, at) / 1000 }
  const closed = sendLiveEvents(s, {
    type: 'session.closed',
    reason,
    session: sessionResource(s),
    usage,
    ...clientEventIdField(eventId),
  })
  return continueStep(closed, s => [
    { ...s, closed: true, answering: false, userSpeaking: false },
    [{ close: { code: 1000, reason } }],
  ])
}
