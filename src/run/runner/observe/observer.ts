import type { Compiled } from '../../../core/compile/contract/result.ts'
import type { Event, EventInput } from '../../../core/ir/event.ts'
import type { CacheMiss } from '../../../core/ir/run-action.ts'
import type { SessionKey } from '../../../core/session/owner.ts'
import type { RunOutcome } from '../run-event.ts'

/** A session that this process starts to work on. */
export interface ObservedRun {
  readonly session: SessionKey
  /** Id of the run; null if no run was asked for, as in a session that was imported. */
  readonly runId: string | null
  /**
   * Events since the session last rested in this process, oldest first: the message, or a decision on a call. They are given
   * as they may be shown when they are read: detectors that answer later have looked at them once a model is called.
   */
  readonly events: readonly Event[]
  readonly time: number
}

/** A call of a model that begins. Times are milliseconds since 1970, by the runner's clock. */
export interface ObservedModelCall {
  readonly session: SessionKey
  readonly runId: string | null
  readonly agent: string
  readonly branch: string
  readonly model: string
  readonly compiled: Compiled
  readonly time: number
}

/** End of a model call: its answer, or the reason that there is none. */
export interface ObservedAnswer {
  readonly time: number
  /** Time of the first part of the answer; null if nothing came. */
  readonly firstPart: number | null
  /** Events of the answer; empty after an error. */
  readonly events: readonly EventInput[]
  /** The provider's reason for the end of the answer. */
  readonly finish: string | null
  /** The provider's own report on its cache; null if it gave none. */
  readonly cacheMiss: CacheMiss | null
  readonly error: unknown
}

/** A call of a tool that begins. */
export interface ObservedToolCall {
  readonly session: SessionKey
  readonly runId: string | null
  readonly agent: string
  readonly branch: string
  readonly tool: string
  /** Place of the call, as `seq.part`. */
  readonly call: string
  /** The provider's id of the call. */
  readonly id: string
  readonly input: unknown
  readonly time: number
}

/** End of a tool call. */
export interface ObservedResult {
  readonly time: number
  readonly value: unknown
  readonly error: unknown
}

/** Functions that an observer returns for one call. */
export interface CallObserver<End> {
  /** Runs the work of the call, so that what it does happens inside the observer's context. Must call `work` once. */
  within?<Result>(work: () => Result): Result
  /** A model call failed, and is made again after `delay` milliseconds. */
  retrying?(retry: { readonly time: number; readonly delay: number; readonly reason: string }): void
  end?(end: End): void
}

/**
 * Receives reports of what a runner does, for traces, metrics and logs. An observer that throws, or rejects, does not disturb
 * a run. It must not change the objects that it receives.
 */
export interface RunObserver {
  /** An event is in the store; internal ones too. */
  event?(session: SessionKey, event: Event): void
  modelCall?(call: ObservedModelCall): CallObserver<ObservedAnswer> | undefined
  toolCall?(call: ObservedToolCall): CallObserver<ObservedResult> | undefined
  /** A session has come to rest. */
  /** This process starts to work on a session; `rest` or `fail` follows once. */
  begin?(run: ObservedRun): void
  rest?(session: SessionKey, outcome: RunOutcome, time: number): void
  /** The work on a session ended before it came to rest: the store failed, or the runner was stopped. */
  fail?(session: SessionKey, error: unknown, time: number): void
}
