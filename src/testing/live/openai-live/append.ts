import type { Json } from '../shape.ts'
import { continueStep } from '../step.ts'
import {
  clientEventIdField,
  delegationOwner,
  type FakeLiveState,
  type LiveStep,
  millisecondsSinceStart,
  type PendingAppend,
  sendLiveError,
  sendLiveEvents,
  textTokens,
} from './state.ts'

/** Roles under which the model's context stores appended text, by kind of append. */
const roles = { instructions: 'developer', thinking: 'thinking', commentary: 'commentary' }

/** Sends pending acknowledgements once audio has arrived: the model has the text only then. Source: live-2026.md A1. */
export const releaseAcks = (s: FakeLiveState, at: number): LiveStep => {
  if (!s.flowed || s.pending.length === 0) return [s, []]
  const held = s.pending.map(({ kind, content }) => ({ role: roles[kind], text: content }))
  const time = { start_ms: millisecondsSinceStart(s, at), end_ms: millisecondsSinceStart(s, at) }
  const answered = s.pending.flatMap(({ kind, delegation }) => (kind === 'commentary' ? [delegation] : []))
  const next = {
    ...s,
    pending: [],
    context: [...s.context, ...held],
    open: s.open.filter(id => !answered.includes(id)),
  }
  return sendLiveEvents(
    next,
    ...s.pending.map(({ kind, eventId }) => ({
      type: `session.${kind}.appended`,
      ...time,
      ...clientEventIdField(eventId),
    })),
  )
}

/** Returns why a delegation id is invalid: it must be null or an existing client delegation. Source: SDK types. */
const delegationProblem = (s: FakeLiveState, id: unknown): string | undefined => {
  if (id === null) return undefined
  if (delegationOwner(s.session) === 'responses')
    return 'delegation_id must be null with Responses delegation.'
  return s.delegations.includes(String(id)) ? undefined : `Delegation '${id}' does not exist.`
}

/** Returns the handler of the command `session.<kind>.append`. */
export const appendHandler =
  (kind: PendingAppend['kind']) =>
  (s: FakeLiveState, event: Json, at: number): LiveStep => {
    const content = event.content as string
    const delegation = event.delegation_id as string | null
    const wrong = (message: string, param: string) =>
      sendLiveError(s, event, { code: 'invalid_value', message, param })
    // The content is limited to 500 tokens. Source: SDK field `content`.
    const count = textTokens(s, content)
    if (count > 500) return wrong(`content is limited to 500 tokens, got ${count}.`, 'content')
    const problem = delegationProblem(s, delegation)
    if (problem !== undefined) return wrong(problem, 'delegation_id')
    const eventId = typeof event.event_id === 'string' ? event.event_id : undefined
    const next = { ...s, pending: [...s.pending, { kind, content, delegation, eventId }] }
    return s.options.holdAcks ? [next, []] : releaseAcks(next, at)
  }

/** Starts the session's timeline at the first audio, and acknowledges the commands that waited for audio. */
export const startAudioFlow = (s: FakeLiveState, at: number): LiveStep =>
  continueStep<FakeLiveState>([{ ...s, flowed: true }, []], s =>
    s.options.holdAcks ? [s, []] : releaseAcks(s, at),
  )
