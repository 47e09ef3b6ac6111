import type { FakeInterruption, FakeStep, FakeViolation } from '../fake.ts'
import type { FakeOptions } from '../options.ts'
import type { FakeEntry, Json, Problem } from '../shape.ts'

/** Command whose acknowledgement waits for the user's audio. */
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
  /** Number of event ids in use. */
  readonly events: number
  /** Configuration of the session, once it has started. */
  readonly session: Json | undefined
  readonly instruction: string | undefined
  readonly context: readonly FakeEntry[]
  readonly pending: readonly PendingAppend[]
  /** Whether audio of the user has arrived, so that the session's timeline runs. */
  readonly flowed: boolean
  readonly answering: boolean
  readonly speech: string
  readonly userSpeaking: boolean
  /** Delegations, and calls of the Responses backend, that wait for a result. */
  readonly open: readonly string[]
  /** Ids of all delegations so far. */
  readonly delegations: readonly string[]
  readonly violations: readonly FakeViolation[]
  readonly interruptions: readonly FakeInterruption[]
}

export type LiveStep = FakeStep<FakeLiveState>

/** Sends server events, each with its own `event_id`. */
export const emit = (s: FakeLiveState, ...events: readonly Json[]): LiveStep => [
  { ...s, events: s.events + events.length },
  events.map((event, i) => ({ send: { event_id: `event_${s.events + i + 1}`, ...event } })),
]

/** Returns the field that names the client's command. d.ts: present when the command had an `event_id`. */
export const echo = (eventId: unknown): Json =>
  typeof eventId === 'string' ? { client_event_id: eventId } : {}

/** Error of a client command. */
export interface LiveFault {
  readonly code: string
  readonly message: string
  readonly param?: string
}

/** Answers a command with an error. d.ts `ErrorEvent`: the id of the command is in the event and in the error. */
export const fail = (s: FakeLiveState, event: Json, fault: LiveFault): LiveStep => {
  const violations = [...s.violations, { rule: fault.code, detail: fault.message }]
  const client = echo(event.event_id)
  const error = { type: 'invalid_request_error', ...fault, ...client }
  return emit({ ...s, violations }, { type: 'error', error, ...client })
}

const codes = {
  unknown: 'unknown_parameter',
  missing: 'missing_required_parameter',
  type: 'invalid_type',
  value: 'invalid_value',
}

/** Returns the error of a command of the wrong shape. d.ts `Error.code` names `unknown_parameter`. */
export const fault = ({ kind, path, expected }: Problem): LiveFault => ({
  code: codes[kind],
  message:
    kind === 'unknown'
      ? `Unknown parameter: '${path}'.`
      : kind === 'missing'
        ? `Missing required parameter: '${path}'.`
        : `Invalid value for '${path}': expected ${expected}.`,
  param: path,
})

/** Returns the tokens of a text. The default, one for each UTF-8 byte, is never too low. */
export const textTokens = ({ options }: FakeLiveState, text: string): number =>
  (options.countTokens ?? (text => new TextEncoder().encode(text).length))(text)

/** Returns the owner of delegated work. d.ts `SessionConfig.delegation`: your application, unless another is named. */
export const owner = (session: Json | undefined): string =>
  String((session?.delegation as Json | null | undefined)?.type ?? 'client')

/** Returns milliseconds since the session began. */
export const offset = (s: FakeLiveState, at: number): number => at - (s.openedAt ?? at)
