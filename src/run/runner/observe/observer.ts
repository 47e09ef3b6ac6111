import type { Compiled } from '../../../core/compile/contract/result.ts'
import type { Diagnostic } from '../../../core/diag/diagnostic.ts'
import type { Event, EventInput, Usage } from '../../../core/ir/event.ts'
import type { SessionKey } from '../../../core/session/owner.ts'
import type { RunOutcome } from '../run-event.ts'

/** Report that this process starts to work on a session. */
export interface ObservedRun {
  readonly session: SessionKey
  /** Id of the run; null if no run was requested, as in an imported session. */
  readonly runId: string | null
  /**
   * Events since this process last stopped working on the session, oldest first: the message, or a decision on a call.
   * Protected values are hidden when the list is read. Slow detectors have finished only when a model is called.
   */
  readonly events: readonly Event[]
  readonly time: number
}

/** Start of a model call. Times are milliseconds since 1970, by the runner's clock. */
export interface ObservedModelCall {
  readonly session: SessionKey
  readonly runId: string | null
  readonly agent: string
  readonly branch: string
  readonly model: string
  readonly compiled: Compiled
  readonly time: number
}

/** End of a model call: its answer, or the reason why there is none. */
export interface ObservedAnswer {
  readonly time: number
  /** Time of the first part of the answer; null if none arrived. */
  readonly firstPart: number | null
  /** Events of the answer; empty after an error. */
  readonly events: readonly EventInput[]
  /** Tokens that the provider reported; null if it reported none. */
  readonly usage: Usage | null
  /** The provider's reason for the end of the answer. */
  readonly finish: string | null
  readonly error: unknown
}

/** Start of a tool call. */
export interface ObservedToolCall {
  readonly session: SessionKey
  readonly runId: string | null
  readonly agent: string
  readonly branch: string
  readonly tool: string
  /** Place of the call, as `seq.part`. */
  readonly call: string
  /** The call's id from the provider. */
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
  /**
   * Calls `work` inside the observer's own context, so that spans made by the work become its children. Must call
   * `work` exactly once.
   */
  within?<Result>(work: () => Result): Result
  /** Called when a model call failed and will be repeated after `delay` milliseconds. */
  retrying?(retry: { readonly time: number; readonly delay: number; readonly reason: string }): void
  end?(end: End): void
}

/**
 * Receiver of reports about a runner's work, for traces, metrics and logs. A run continues even if an observer throws
 * or rejects. An observer must not change the objects that it gets.
 */
export interface RunObserver {
  /** Called once for each fault in the options of the runner, when it is created. */
  diagnostic?(diagnostic: Diagnostic): void
  /** Called after an event was stored, also for internal events. */
  event?(session: SessionKey, event: Event): void
  modelCall?(call: ObservedModelCall): CallObserver<ObservedAnswer> | undefined
  toolCall?(call: ObservedToolCall): CallObserver<ObservedResult> | undefined
  /** Called when this process starts to work on a session. Either `rest` or `fail` follows once. */
  begin?(run: ObservedRun): void
  /** Called when a session is done or waits. */
  rest?(session: SessionKey, outcome: RunOutcome, time: number): void
  /** Called when work on a session ended early, because the store failed or the runner was stopped. */
  fail?(session: SessionKey, error: unknown, time: number): void
}
