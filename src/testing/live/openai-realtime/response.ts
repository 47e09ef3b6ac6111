import type { Json } from '../shape.ts'
import { continueStep } from '../step.ts'
import { finishMessage } from './output.ts'
import {
  activeResponse,
  newId,
  type RealtimeResponse,
  type RealtimeState,
  type RealtimeStep,
  sendRealtimeError,
  sendRealtimeEvents,
} from './state.ts'

/** Returns a response in the form of the protocol. */
const responseResource = (
  { id, outOfBand, metadata, outputs }: RealtimeResponse,
  status: string,
  details: Json | null,
  usage: Json | null,
): Json => ({
  id,
  object: 'realtime.response',
  status,
  status_details: details,
  output: outputs,
  conversation_id: outOfBand ? null : 'conv_1',
  metadata: metadata ?? null,
  usage,
})

/**
 * Starts a response with `response.created`, whose status is `in_progress`. Source: SDK type `ResponseCreatedEvent`.
 */
export const startResponse = (s: RealtimeState, params: Json = {}): RealtimeStep => {
  const [next, id] = newId(s, 'resp')
  const modalities = (params.output_modalities ?? s.session.output_modalities) as readonly string[]
  const response: RealtimeResponse = {
    id,
    outOfBand: params.conversation === 'none',
    textOnly: !modalities.includes('audio'),
    metadata: params.metadata,
    message: undefined,
    outputs: [],
  }
  return sendRealtimeEvents(
    { ...next, responses: [...s.responses, response] },
    { type: 'response.created', response: responseResource(response, 'in_progress', null, null) },
  )
}

/** Ends a response, after finishing its open message. */
export const endResponse = (
  s: RealtimeState,
  id: string,
  details: Json & { readonly type: string },
): RealtimeStep => {
  const status = details.type
  return continueStep(finishMessage(s, id, status === 'completed' ? 'completed' : 'incomplete'), s => {
    const response = s.responses.find(response => response.id === id)!
    const shown = responseResource(response, status, status === 'completed' ? null : details, s.usage ?? null)
    return sendRealtimeEvents(
      { ...s, usage: undefined, responses: s.responses.filter(other => other !== response) },
      { type: 'response.done', response: shown },
    )
  })
}

/**
 * Cancels the running response of the default conversation. Source: SDK type `RealtimeResponseStatus`, field `reason`.
 */
export const cancelActive = (s: RealtimeState, reason: string, by: string, at: number): RealtimeStep => {
  const active = activeResponse(s)
  if (!active) return [s, []]
  const interruptions = [...s.interruptions, { by, at }]
  return endResponse({ ...s, interruptions }, active.id, { type: 'cancelled', reason })
}

/** Handles `response.create`. */
export const createResponse = (s: RealtimeState, event: Json): RealtimeStep => {
  const params = (event.response ?? {}) as Json
  const active = activeResponse(s)
  // Only one response at a time writes to the default conversation. Source: SDK type `ResponseCreateEvent`.
  if (active && params.conversation !== 'none')
    return sendRealtimeError(s, event, {
      code: 'conversation_already_has_active_response',
      message: `Conversation already has an active response in progress: ${active.id}. Wait until the response is finished before creating a new one.`,
    })
  const input = (params.input ?? []) as readonly Json[]
  const lost = input.find(
    ({ type, id }) => type === 'item_reference' && !s.items.some(item => item.id === id),
  )
  if (lost)
    return sendRealtimeError(s, event, {
      code: 'invalid_value',
      message: `Item with id '${lost.id}' not found.`,
      param: 'response.input',
    })
  return startResponse(s, params)
}

/**
 * Handles `response.cancel`. Without `response_id`, it cancels the default conversation's response. Source: SDK types.
 */
export const cancelResponse = (s: RealtimeState, event: Json, at: number): RealtimeStep => {
  const id = event.response_id ?? activeResponse(s)?.id
  const response = s.responses.find(response => response.id === id)
  if (!response)
    return sendRealtimeError(s, event, {
      code: 'response_cancel_not_active',
      message: 'Cancellation failed: no active response found',
    })
  if (!response.outOfBand) return cancelActive(s, 'client_cancelled', 'response.cancel', at)
  return endResponse(s, response.id, { type: 'cancelled', reason: 'client_cancelled' })
}
