import type { GenerateConfig } from '../../core/agent/agent.ts'
import type { Event, EventInput } from '../../core/ir/event.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
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
import type { Quotas } from './quotas.ts'
import type { RunEvent, RunOutcome } from './run-event.ts'
import type { RunCompileOptions } from './settings.ts'
import type { Sharing } from './sharing/sharing.ts'
import type { StoreDeadlines } from './store/store-deadlines.ts'

/** Options of `createRunner`. */
export interface RunnerOptions {
  /**
   * Agent, or program of several agents. For tools that change at runtime, pass a function that returns the current
   * program. A session takes a new program when it is done or waits, and the log has a digest of each run's tools.
   */
  readonly program: Declared | (() => Declared)
  readonly store: Store
  readonly models: Models
  /** Engine that runs the sessions; by default, this process does. */
  readonly driver?: Driver
  /** Functions called around agents, models and tools. Of several callback objects, the first ones are called first. */
  readonly callbacks?: Callbacks | readonly Callbacks[]
  /** Limits of each run. Defaults: 25 model calls, 3 responses with equal calls in a row, 6 transfers in a row. */
  readonly limits?: RunLimits
  /**
   * Effect of a reached limit. With `stop` (the default), the run stops. With `answer`, the agent is called once more
   * without tools, to answer with what it knows.
   */
  readonly atLimit?: 'stop' | 'answer'
  /**
   * App whose sessions this runner runs, if several programs share a store; all apps by default. If omitted, sessions
   * of other programs are run with this program.
   */
  readonly app?: string
  /** Maximum number of agents of one session that are called at the same time; 16 by default. */
  readonly concurrency?: number
  /**
   * Maximum number of calls of one client at the same time, across all sessions; no limit by default. If a provider
   * refuses calls because it gets too many, the runner makes fewer at the same time, with or without this option. A
   * function as `models` must return the same client each time.
   */
  readonly calls?: number
  /** Maximum number of tokens in the requests to one client that begin within a minute; no limit by default. */
  readonly tokensPerMinute?: number
  /**
   * Maximum costs of an owner's model calls in a period, across all sessions and processes. When they are reached, runs
   * stop as at a limit, and `resume` continues them. Costs are read at most once a second, and calls in progress are
   * not stopped, so the costs may exceed the quota by that much. Needs a store with `accounts`.
   */
  readonly quota?: Quotas
  /**
   * Number of attempts of a model call, and delays between them. A call is repeated after network errors and after
   * statuses 408, 409, 425, 429 and from 500 on, as long as no part of its answer was shown.
   */
  readonly retry?: Retry
  /**
   * Maximum number of characters of texts and data in a tool's result; 1,000,000 by default. Longer results are cut
   * before they are stored and sent, with a note.
   */
  readonly resultCharacters?: number
  /** Time limits of a model call. */
  readonly deadlines?: Deadlines
  /**
   * Time limits for the store. A failed call to the store is repeated until then. Meanwhile answers and results are
   * kept in memory, so that no model or tool is called twice for them.
   */
  readonly storeDeadlines?: StoreDeadlines
  /** Settings for sharing the sessions of the store with other processes. */
  readonly sharing?: Sharing
  /** Observers of the runner's work, such as `openTelemetry` of `ctxc/otel`. */
  readonly observe?: RunObserver | readonly RunObserver[]
  /** Compile options for all requests. */
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
   * The sender's id of the message. If the session already has the message, the message is not appended again, and the
   * stream follows the run that answers it. So a client may repeat a request whose answer was lost. The outcome rejects
   * with a `MessageError` if the session has a different message with this id.
   */
  readonly messageId?: string
  /**
   * Texts of outsiders that the model reads before the message, such as `readResource` of an MCP server returns: events
   * with author `user` and trust `external`. They are appended in the commit of the message, and chat pages do not show
   * them.
   */
  readonly context?: readonly EventInput[]
  /**
   * Seq of the first event that the message replaces. The session is rewound to before this event, as by `rewind`, in
   * the same commit. So a crash loses neither the old nor the new message.
   */
  readonly rewindTo?: number
  /**
   * Number of events of the version of the session that the message continues. If the session was rewound since it had as
   * many, it is rewound to this revision in the commit of the message; otherwise the message is appended.
   */
  readonly version?: number
  /** Open calls that are closed before the message, as in `SendOptions`; none by default. */
  readonly interrupt?: boolean | 'waiting'
  /** Initial state of the session; only used for a new session. */
  readonly state?: JsonObject
  /**
   * Seq from which on events are reported, including stored events: 0 for all. By default, only new events are
   * reported, after the parts of unfinished answers.
   */
  readonly from?: number
  /**
   * Kinds of values that the session's user sees again in this stream, such as `email` and `phone`, or ids of detectors: values
   * that he wrote and that nobody else did. By default, each protected value is replaced. Kinds of secrets are a TypeError.
   */
  readonly show?: readonly string[]
  readonly limits?: RunLimits
  /**
   * Settings of all model calls of the run, which take precedence over the agents' settings. Not used if the message
   * joins a run that is in progress.
   */
  readonly generateConfig?: GenerateConfig
  /** Cancels the run when it aborts. */
  readonly signal?: AbortSignal
}

/** Events of a run as they happen. Leaving the loop does not stop the run. */
export interface RunStream extends AsyncIterable<RunEvent> {
  /**
   * Resolves when the session is done or waits. Rejects with a `StoreError` if the store fails for too long, and with
   * an error if the runner is stopped.
   */
  readonly outcome: Promise<RunOutcome>
}

/** Options of `send`. */
export interface SendOptions {
  /**
   * Open calls that are closed before the message. `true` closes all, `'waiting'` closes those that wait for a person,
   * and by default none is closed. A waiting call is denied, and a running call is stopped.
   */
  readonly interrupt?: boolean | 'waiting'
  /**
   * The sender's id of the message. If the session already has the message, the message is not appended again. A
   * different message with this id is rejected with a `MessageError`.
   */
  readonly messageId?: string
}

/** Facts about a decision on a call, such as who decided and why. */
export interface DecideOptions {
  readonly by: string
  readonly why?: string
  /** Milliseconds since 1970 until which an approval is valid: a call that has not begun by then waits again. */
  readonly until?: number
  /** For `approve`: arguments with which the call runs. The log keeps those that the model wrote, and the model is told. */
  readonly arguments?: JsonObject
}

/** Options of `answer`. */
export interface AnswerOptions {
  /** Name of the person or program that answers. The log keeps it. */
  readonly by: string
}

/** Options of `cancel`. */
export interface CancelOptions {
  readonly why?: string
  /** Call, as `seq.part`, whose agent works in the background; it alone is cancelled. */
  readonly call?: string
}

/** Input of `resume`. */
export interface ResumeInput extends Pick<RunInput, 'from' | 'show' | 'limits' | 'signal'> {
  /** Whether the stream follows agents that work in the background after the run, too: `true` by default. */
  readonly background?: boolean
}

/** Runner of a program's sessions. Every method names a session by its owner and id. */
export interface Runner {
  /**
   * Appends a message and runs the session until it is done or waits. If a run is in progress, the message joins it.
   * Without a message, runs the program again if the last run is over, even after a failure.
   */
  run(key: SessionKey, input?: RunInput): RunStream
  /**
   * Continues a session after a crash, a decision or a limit. A run that is done, failed or cancelled is not started
   * again. The outcome rejects if there is no such session.
   */
  resume(key: SessionKey, input?: ResumeInput): RunStream
  /**
   * Appends a message, even while the session runs, and returns the session's revision. `interrupt` first closes open
   * calls.
   */
  send(key: SessionKey, message: Message, options?: SendOptions): Promise<number>
  /**
   * Returns whether a session has a message with this id and this text. Finds it even if protected values were removed
   * before it was stored.
   */
  hasMessage(key: SessionKey, message: Message, messageId: string): Promise<boolean>
  /**
   * Approves a waiting call, given as `seq.part`, and continues the run. Rejects with a `DecisionError` if the call does not
   * wait, or if changed arguments do not fit the tool's parameters.
   */
  approve(key: SessionKey, call: string, options: DecideOptions): Promise<void>
  /** Denies a waiting call, and continues the run. Rejects if the call does not wait. */
  deny(key: SessionKey, call: string, options: DecideOptions): Promise<void>
  /**
   * Answers a waiting call of a tool with `answeredBy`, given as `seq.part`, and continues the run. The answer is the
   * call's result. If the server of an MCP tool asked a question, the answer goes to this server, whose result is the
   * call's. Rejects with a `DecisionError` if the call waits for no answer, if its time is over, or if the answer does
   * not fit the tool's `outputSchema` or is no JSON that a log can keep, which the error's `problems` then say.
   */
  answer(key: SessionKey, call: string, answer: JsonValue, options: AnswerOptions): Promise<void>
  /**
   * Cancels the run, so that no further step of it begins, and the agents that work in the background. With `call`,
   * cancels only the agent that works for this call. Rejects if there is no such session, or no such agent.
   */
  cancel(key: SessionKey, options?: CancelOptions): Promise<void>
  /**
   * Copies a session, or its first `at` events, under another id of the same owner, and returns the copy's revision.
   * Open calls remain open in the original session, and get an error result in the copy. Rejects with a `ConflictError`
   * if the id is in use.
   */
  fork(key: SessionKey, id: string, options?: { readonly at?: number }): Promise<number>
  /**
   * Removes the events from `to` on from the conversation, as by `Session.rewind`, and returns the revision. A revision of
   * a conversation that was taken back brings it back. Open calls get an error result, because they may have run. If a run
   * began before `to`, it continues from there.
   */
  rewind(key: SessionKey, to: number): Promise<number>
  /**
   * Returns all events of a session, including internal ones; null if there is no such session. Values that `protect`
   * of the program or of the option `compile` covers are hidden. With `show`, the session's user sees his own values of these
   * kinds, as in a stream of `run` with this option.
   */
  events(key: SessionKey, options?: Pick<RunInput, 'show'>): Promise<readonly Event[] | null>
  /**
   * Starts to run the sessions of the store that have work left and that no process runs, and returns their number
   * without waiting for them. From then on, this process also takes the sessions that other processes leave behind. It
   * takes a session only while fewer than `atOnce` sessions run here; 100 by default.
   */
  recover(options?: { readonly atOnce?: number }): Promise<number>
  /** Resolves when no session runs in this process, because all are done or wait. Await it after `recover`. */
  idle(): Promise<void>
  /**
   * Stops all runs, and waits until they and all appends have ended. After that, every outcome is settled and the store
   * is no longer used, so only then close the store. `recover`, or `resume` of another runner, can continue the runs.
   */
  stop(): Promise<void>
}
