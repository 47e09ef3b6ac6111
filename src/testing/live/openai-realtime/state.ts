import type { FakeInterruption, FakeStep, FakeViolation } from '../fake.ts'
import type { FakeOptions } from '../options.ts'
import type { Json, Problem } from '../shape.ts'

/** Item of the conversation. */
export interface RealtimeItem {
  readonly id: string
  readonly role: string
  /** Text of the item in the model's context. */
  readonly text: string
  /** Length of the audio that the assistant spoke, in milliseconds. */
  readonly audioMs: number
  readonly callId?: string
  /** Item in the form of the protocol. */
  readonly json: Json
}

/** Response that the model is generating. */
export interface RealtimeResponse {
  readonly id: string
  readonly outOfBand: boolean
  readonly textOnly: boolean
  readonly metadata: unknown
  /** Message that the model is speaking; undefined between messages. */
  readonly message: RealtimeItem | undefined
  readonly outputs: readonly Json[]
}

/** State of one connection to OpenAI Realtime. */
export interface RealtimeState {
  readonly options: FakeOptions
  readonly closed: boolean
  readonly openedAt: number | undefined
  /** Counters for new ids: one for events, one for items and responses. */
  readonly events: number
  readonly ids: number
  readonly session: Json
  /** Whether the assistant has spoken; the voice cannot change after that. */
  readonly spoke: boolean
  readonly items: readonly RealtimeItem[]
  readonly responses: readonly RealtimeResponse[]
  /** Length of the input audio buffer in milliseconds. */
  readonly bufferMs: number
  readonly userSpeaking: boolean
  readonly speechItem: string | undefined
  /** Transcript of speech that is in the audio buffer, but not committed yet. */
  readonly heard: string
  readonly usage: Json | undefined
  readonly violations: readonly FakeViolation[]
  readonly interruptions: readonly FakeInterruption[]
}

export type RealtimeStep = FakeStep<RealtimeState>

/** Sends server events, each with its own `event_id`. */
export const sendRealtimeEvents = (s: RealtimeState, ...events: readonly Json[]): RealtimeStep => [
  { ...s, events: s.events + events.length },
  events.map((event, i) => ({ send: { event_id: `event_${s.events + i + 1}`, ...event } })),
]

/** Returns a new id, and the state in which the id is used. */
export const newId = (s: RealtimeState, prefix: string): readonly [RealtimeState, string] => [
  { ...s, ids: s.ids + 1 },
  `${prefix}_${s.ids + 1}`,
]

/** Error of a client event. */
export interface RealtimeFault {
  readonly code: string
  readonly message: string
  readonly param?: string
}

/**
 * Answers a client event with an error that names the event's id. Source: SDK type `RealtimeError`, field `event_id`.
 */
export const sendRealtimeError = (
  s: RealtimeState,
  event: Json,
  { code, message, param }: RealtimeFault,
): RealtimeStep => {
  const violations = [...s.violations, { rule: code, detail: message }]
  const event_id = typeof event.event_id === 'string' ? event.event_id : null
  const error = { type: 'invalid_request_error', code, message, param: param ?? null, event_id }
  return sendRealtimeEvents({ ...s, violations }, { type: 'error', error })
}

/** Returns the error for a malformed event, with the vendor's text. */
export const malformedEventError = ({ kind, path, expected }: Problem): RealtimeFault => {
  const param = path
  if (kind === 'unknown')
    return { code: 'unknown_parameter', message: `Unknown parameter: '${path}'.`, param }
  if (kind === 'missing')
    return { code: 'missing_required_parameter', message: `Missing required parameter: '${path}'.`, param }
  if (kind === 'value')
    return {
      code: 'invalid_value',
      message: `Invalid value for '${path}'. Supported values are: ${expected}.`,
      param,
    }
  return { code: 'invalid_type', message: `Invalid type for '${path}': expected ${expected}.`, param }
}

/** Returns the running response of the default conversation. */
export const activeResponse = (s: RealtimeState): RealtimeResponse | undefined =>
  s.responses.find(response => !response.outOfBand)

/** Returns the ids of function calls that have no output yet, oldest first. */
export const callsWithoutOutput = ({ items }: RealtimeState): readonly string[] => {
  const answered = items.filter(({ json }) => json.type === 'function_call_output').map(item => item.callId)
  return items.flatMap(({ json, callId }) =>
    json.type === 'function_call' && callId !== undefined && !answered.includes(callId) ? [callId] : [],
  )
}
