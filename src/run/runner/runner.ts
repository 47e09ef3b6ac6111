import type { GenerateConfig } from '../../core/agent/agent.ts'
import type { Event } from '../../core/ir/event.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import type { RunLimits } from '../../core/ir/run-action.ts'
import type { Declared } from '../../core/program/program.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import type { Models } from '../models/model-client.ts'
import type { Store } from '../store/store.ts'
import type { Callbacks } from './callbacks.ts'
import type { Driver } from './driver.ts'
import type { Message } from './message.ts'
import type { Deadlines } from './model/deadlines.ts'
import type { Retry } from './model/retry.ts'
import type { RunObserver } from './observe/observer.ts'
import type { RunEvent, RunOutcome } from './run-event.ts'
import type { RunCompileOptions } from './settings.ts'
import type { StoreDeadlines } from './store/store-deadlines.ts'

/** Options of `createRunner`. */
export interface RunnerOptions {
  /**
   * Agent, or a program of several agents; or a function that returns the current program, for tools that change at
   * runtime. A session takes a new program when it rests, and the log has a digest of each run's tools.
   */
  readonly program: Declared | (() => Declared)
  readonly store: Store
  readonly models: Models
  /** Engine that runs the sessions; by default, this process does. */
  readonly driver?: Driver
  /** Functions around agents, models and tools; the first callbacks are called first. */
  readonly callbacks?: Callbacks | readonly Callbacks[]
  /** Limits of each run; by default 25 model calls, 3 equal calls in a row, and 6 transfers in a row. */
  readonly limits?: RunLimits
  /**
   * Effect of a reached limit: the run stops (`stop`, the default), or the agent is called once more without tools, to
   * answer with what it knows (`answer`).
   */
  readonly atLimit?: 'stop' | 'answer'
  /**
   * App whose sessions `recover` and the driver run, if several programs share a store; all apps by default. Without
   * it, other programs' sessions run with this program.
   */
  readonly app?: string
  /** Maximum number of agents of one session that are called at the same time; 16 by default. */
  readonly concurrency?: number
  /**
   * Maximum number of calls of a model, and the delays between them. A call is repeated after statuses 408, 409, 425,
   * 429 and from 500 on, and after network errors, as long as no part of its answer was shown.
   */
  readonly retry?: Retry
  /**
   * Maximum number of characters of texts and data in a tool's result; 1,000,000 by default. The rest is dropped from
   * the log and from requests, and a note in the result says how much.
   */
  readonly resultCharacters?: number
  /** Maximum waits in a model call. */
  readonly deadlines?: Deadlines
  /**
   * Maximum waits for the store. A failed call is repeated until then; answers and results are kept meanwhile, and no
   * model or tool is called twice for them.
   */
  readonly storeDeadlines?: StoreDeadlines
  /** Observers of the runner's work, such as `openTelemetry` of `ctxc/otel`. */
  readonly observe?: RunObserver | readonly RunObserver[]
  /** Options for every compile. */
  readonly compile?: RunCompileOptions
  /** Returns milliseconds since 1970; the system clock by default. */
  readonly now?: () => number
  /** Returns a random number from 0 up to 1, for delays; `Math.random` by default. */
  readonly random?: () => number
  /** Returns a new id; a random UUID by default. */
  readonly generateId?: () => string
}

/** Input of a run. */
export interface RunInput {
  /** User's message; omit it to continue a session. */
  readonly message?: Message
  /**
   * The sender's id of the message. If the session already has the message, it is not appended again, so a client may
   * repeat a request after losing the answer; the run is then followed. The outcome rejects with a `MessageError` if
   * the session has a different message with this id.
   */
  readonly messageId?: string
  /**
   * Seq of the first event that the message replaces: in the same commit, the session is rewound to before this event,
   * as by `rewind`. So a crash loses neither the old nor the new message.
   */
  readonly rewindTo?: number
  /** Open calls that the message closes first, as for `send`; none by default. */
  readonly interrupt?: boolean | 'waiting'
  /** Keys and values before the first event; read only for a new session. */
  readonly state?: JsonObject
  /**
   * Seq from which on events are reported, stored events first: 0 for all. By default, only new events are reported,
   * after the answers that are streaming.
   */
  readonly from?: number
  readonly limits?: RunLimits
  /**
   * Settings of all model calls of the run, which take precedence over the agents' settings. A message that joins a
   * running run sets none.
   */
  readonly generateConfig?: GenerateConfig
  /** Cancels the run when it aborts. */
  readonly signal?: AbortSignal
}

/** Events of a run as they happen. Leaving the loop does not stop the run. */
export interface RunStream extends AsyncIterable<RunEvent> {
  /**
   * Resolves when no work is left, or all of it waits. Rejects with a `StoreError` if the store fails for too long, and
   * with an error if the runner is stopped.
   */
  readonly outcome: Promise<RunOutcome>
}

/** Options of `send`. */
export interface SendOptions {
  /**
   * Open calls that are closed before the message: all if true, those that wait for a person if `'waiting'`, none by
   * default. A waiting call is denied, and a running call is stopped.
   */
  readonly interrupt?: boolean | 'waiting'
  /**
   * The sender's id of the message. If the session already has the message, it is not appended again; a different
   * message with this id is rejected with a `MessageError`.
   */
  readonly messageId?: string
}

/** Facts about a decision on a call, such as the person or program that decides. */
export interface DecideOptions {
  readonly by: string
  readonly why?: string
  /** Milliseconds since 1970 until which an approval is valid. */
  readonly until?: number
}

/** Runner of a program's sessions. Every method names a session by its owner and id. */
export interface Runner {
  /**
   * Appends a message and runs the session until it rests. If the session is running, the message joins that run.
   * Without a message, a session whose run is over runs its program again, even after a failure.
   */
  run(key: SessionKey, input?: RunInput): RunStream
  /**
   * Continues a session after a crash, a decision or a limit; a run that is done, failed or cancelled keeps its status.
   * The outcome rejects if there is no such session.
   */
  resume(key: SessionKey, input?: Pick<RunInput, 'from' | 'limits' | 'signal'>): RunStream
  /**
   * Appends a message, also while the session runs, and returns the session's revision. `interrupt` first closes all
   * open calls.
   */
  send(key: SessionKey, message: Message, options?: SendOptions): Promise<number>
  /**
   * Returns whether a session has a message with this id and this text, even if protected values were removed before
   * storage.
   */
  hasMessage(key: SessionKey, message: Message, messageId: string): Promise<boolean>
  /** Approves a waiting call, named `seq.part`, and continues the run. Rejects if the call does not wait. */
  approve(key: SessionKey, call: string, options: DecideOptions): Promise<void>
  /** Denies a waiting call, and continues the run. Rejects if the call does not wait. */
  deny(key: SessionKey, call: string, options: DecideOptions): Promise<void>
  /** Cancels the run: none of its steps begins any more. Rejects if there is no such session. */
  cancel(key: SessionKey, options?: { readonly why?: string }): Promise<void>
  /**
   * Copies a session, or its first `at` events, under another id of the same owner, and returns the revision of the
   * copy. Calls without a result remain open in the original session; in the copy, they get an error result. Rejects
   * with a `ConflictError` if the id is in use.
   */
  fork(key: SessionKey, id: string, options?: { readonly at?: number }): Promise<number>
  /**
   * Removes the events from `to` on from the conversation, as by `Session.rewind`, and returns the revision. Open calls
   * get an error result, because they may have run. A run that began before `to` continues from there.
   */
  rewind(key: SessionKey, to: number): Promise<number>
  /**
   * Returns all events of a session, including internal ones, without the values that `protect` of the program or of
   * the runner's compiles hides. Null if there is no such session.
   */
  events(key: SessionKey): Promise<readonly Event[] | null>
  /**
   * Starts running all sessions of the store with work left, and returns their number without waiting for them. Returns
   * 0 if another process runs the sessions.
   */
  recover(): Promise<number>
  /** Resolves when no session runs in this process, because all of them rest. Await it after `recover`. */
  idle(): Promise<void>
  /**
   * Stops all runs, and waits for them and for running appends. `recover`, or `resume` of another runner, can continue
   * the runs. Then every outcome is settled, and the store is no longer used. Close the store only after that.
   */
  stop(): Promise<void>
}
