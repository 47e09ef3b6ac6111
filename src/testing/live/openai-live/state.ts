import type { FakeInterruption, FakeStep, FakeViolation } from '../fake.ts'
import type { FakeOptions } from '../options.ts'
import type { FakeEntry, Json, Problem } from '../shape.ts'

/** Append command whose acknowledgement waits for audio of the user. */
export interface PendingAppend {
  readonly kind: 'instructions' | 'thinking' | 'commentary'
  readonly content: string
  readonly delegation: string | null
  readonly eventId: string | undefined
}

/** State of one connection to GPT-Live. */
export interface FakeLiveState {
  readonly options: FakeOptions
  readonly id: string
  readonly closed: boolean
  readonly openedAt: number | undefined
  /** Number of event ids used so far. */
  readonly events: number
  /** Configuration of the session; undefined before `session.start`. */
  readonly session: Json | undefined
  readonly instruction: string | undefined
  readonly context: readonly FakeEntry[]
  readonly pending: readonly PendingAppend[]
  /** Whether audio of the user has arrived, which starts the session's timeline. */
  readonly flowed: boolean
  readonly answering: boolean
  readonly speech: string
  readonly userSpeaking: boolean
  /** Ids of the delegations and backend calls that wait for a result. */
  readonly open: readonly string[]
  /** Ids of all delegations since the session began. */
  readonly delegations: readonly string[]
  readonly violations: readonly FakeViolation[]
  readonly interruptions: readonly FakeInterruption[]
}

export type LiveStep = FakeStep<FakeLiveState>

/** Sends server events, each with its own `event_id`. */
export const sendLiveEvents = (s: FakeLiveState, ...events: readonly Json[]): LiveStep => [
  { ...s, events: s.events + events.length },
  events.map((event, i) => ({ send: { event_id: `event_${s.events + i + 1}`, ...event } })),
]

/** Returns the field with the id of the client's command, if the command had an `event_id`. Source: SDK types. */
export const clientEventIdField = (eventId: unknown): Json =>
  typeof eventId === 'string' ? { client_event_id: eventId } : {}

/** Error of a client command. */
export interface LiveFault {
  readonly code: string
  readonly message: string
  readonly param?: string
}

/** Answers a command with an error. The event and its `error` have the command's id. Source: SDK type `ErrorEvent`. */
export const sendLiveError = (s: FakeLiveState, event: Json, fault: LiveFault): LiveStep => {
  const violations = [...s.violations, { rule: fault.code, detail: fault.message }]
  const client = clientEventIdField(event.event_id)
  const error = { type: 'invalid_request_error', ...fault, ...client }
  return sendLiveEvents({ ...s, violations }, { type: 'error', error, ...client })
}

const codes = {
  unknown: 'unknown_parameter',
  missing: 'missing_required_parameter',
  type: 'invalid_type',
  value: 'invalid_value',
}

/** Returns the error for a malformed command. Source: SDK type `Error`, whose `code` names `unknown_parameter`. */
export const malformedCommandError = ({ kind, path, expected }: Problem): LiveFault => ({
  code: codes[kind],
  message:
    kind === 'unknown'
      ? `Unknown parameter: '${path}'.`
      : kind === 'missing'
        ? `Missing required parameter: '${path}'.`
        : `Invalid value for '${path}': expected ${expected}.`,
  param: path,
})

/** Returns the number of tokens of a text. The default, one token for each UTF-8 byte, is an upper bound. */
export const textTokens = ({ options }: FakeLiveState, text: string): number =>
  (options.countTokens ?? (text => new TextEncoder().encode(text).length))(text)

/**
 * Returns the owner of delegated work, by default the application. Source: SDK type `SessionConfig`, field
 * `delegation`.
 */
export const delegationOwner = (session: Json | undefined): string =>
  String((session?.delegation as Json | null | undefined)?.type ?? 'client')

/** Returns the milliseconds since the session's timeline began. */
export const millisecondsSinceStart = (s: FakeLiveState, at: number): number => at - (s.openedAt ?? at)
