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
   * An agent, or a program of several; or a function that returns the program of now, for tools that come and go. A session
   * takes another program up when it rests, and the log has a digest of the tools of each run.
   */
  readonly program: Declared | (() => Declared)
  readonly store: Store
  readonly models: Models
  /** Engine that runs the sessions; by default, this process does. */
  readonly driver?: Driver
  /** Functions around models and tools, the first one first. */
  readonly callbacks?: Callbacks | readonly Callbacks[]
  /** Limits of each run; by default 25 model calls, 3 equal calls in a row, and 6 transfers in a row. */
  readonly limits?: RunLimits
  /**
   * Effect of a limit: the run stops (`stop`, the default), or an agent is called once more, without tools, so that it
   * can answer with what it knows (`answer`).
   */
  readonly atLimit?: 'stop' | 'answer'
  /**
   * App among whose sessions `recover` and the driver look for work, if several programs share a store; all by default. Without
   * it, sessions of other programs run with this one.
   */
  readonly app?: string
  /** Number of agents of one session that are called at the same time; 16 by default. */
  readonly concurrency?: number
  /**
   * Number of calls of a model, and the delays between them. A call is made again after statuses 408, 409, 425, 429 and from
   * 500 on, and if the network fails, as long as nothing of its answer was shown.
   */
  readonly retry?: Retry
  /**
   * Most characters of texts and data of a tool's result, 1,000,000 by default. What is beyond is left out of the log and of
   * requests, and a note in the result says how much it was.
   */
  readonly resultCharacters?: number
  /** Longest waits in a model call. */
  readonly deadlines?: Deadlines
  /**
   * Longest waits for the store. A call that fails is made again until then; answers and results are kept meanwhile, and no
   * model or tool is called twice for them.
   */
  readonly storeDeadlines?: StoreDeadlines
  /** Told of what the runner does, such as `openTelemetry` of `ctxc/otel`. */
  readonly observe?: RunObserver | readonly RunObserver[]
  /** Options for every compile. */
  readonly compile?: RunCompileOptions
  /** Returns milliseconds since 1970; the clock of the system by default. */
  readonly now?: () => number
  /** Returns a random number from 0 up to 1, for delays; `Math.random` by default. */
  readonly random?: () => number
  /** Returns a new id; a random UUID by default. */
  readonly generateId?: () => string
}

/** Input of a run. */
export interface RunInput {
  /** Message of the user; omit it to continue a session. */
  readonly message?: Message
  /**
   * The sender's id of the message. A message that is in the session is not appended again, so a client may repeat a request
   * whose answer it lost; the run is followed all the same. The outcome rejects with a `MessageError` if the session has
   * another message with this id.
   */
  readonly messageId?: string
  /**
   * Seq of the first event that the message takes the place of: the session is rewound to before it, as `rewind` does, in the
   * commit of the message. A crash so loses neither the old words nor the new ones.
   */
  readonly rewindTo?: number
  /** Open calls that the message closes first, as for `send`; none by default. */
  readonly interrupt?: boolean | 'waiting'
  /** Keys and values before the first event; read only for a new session. */
  readonly state?: JsonObject
  /**
   * Place in the log from which on events are reported, those that are there first: 0 for all. By default, only what is
   * appended from now on is reported, after the answers that are being streamed.
   */
  readonly from?: number
  readonly limits?: RunLimits
  /** Settings of all model calls of the run, before those of the agents. A message that joins a run sets none. */
  readonly generateConfig?: GenerateConfig
  /** Cancels the run when it aborts. */
  readonly signal?: AbortSignal
}

/** Events of a run as they happen. Leaving the loop does not stop the run. */
export interface RunStream extends AsyncIterable<RunEvent> {
  /**
   * Resolves when nothing is left to do, or everything waits. Rejects with a `StoreError` if the store fails for too long, and
   * if the runner is stopped.
   */
  readonly outcome: Promise<RunOutcome>
}

/** Options of `send`. */
export interface SendOptions {
  /**
   * Open calls that are closed first: all if true, those that wait for a person if `'waiting'`, none by default. A call that
   * waits is denied, and one that runs is stopped.
   */
  readonly interrupt?: boolean | 'waiting'
  /**
   * The sender's id of the message. A message that is in the session is not appended again; another message with its id is
   * refused with a `MessageError`.
   */
  readonly messageId?: string
}

/** Person or program that decides about a call. */
export interface DecideOptions {
  readonly by: string
  readonly why?: string
  /** Milliseconds since 1970 after which an approval counts no more. */
  readonly until?: number
}

/** Runs the sessions of a program. Every method names a session by its owner and id. */
export interface Runner {
  /**
   * Appends a message and runs the session until it rests. A message to a session that runs joins that run. Without a message, a
   * session whose run is over runs its program again, also after a failure.
   */
  run(key: SessionKey, input?: RunInput): RunStream
  /**
   * Continues a session after a crash, a decision or a limit; a run that is done, failed or cancelled stays so. The outcome
   * rejects if there is no such session.
   */
  resume(key: SessionKey, input?: Pick<RunInput, 'from' | 'limits' | 'signal'>): RunStream
  /**
   * Appends a message, also while the session runs, and returns the session's revision. `interrupt` first closes all
   * open calls.
   */
  send(key: SessionKey, message: Message, options?: SendOptions): Promise<number>
  /** Returns whether a session has a message with this id and these words, also if it is stored without the values in them. */
  hasMessage(key: SessionKey, message: Message, messageId: string): Promise<boolean>
  /** Approves a waiting call, named `seq.part`, and continues the run. Rejects if the call does not wait. */
  approve(key: SessionKey, call: string, options: DecideOptions): Promise<void>
  /** Denies a waiting call, and continues the run. Rejects if the call does not wait. */
  deny(key: SessionKey, call: string, options: DecideOptions): Promise<void>
  /** Cancels the run; no further step of it begins. Rejects if there is no such session. */
  cancel(key: SessionKey, options?: { readonly why?: string }): Promise<void>
  /**
   * Copies a session, or its first `at` events, under another id of the same owner, and returns the revision of the copy.
   * Calls without a result stay with the session: in the copy, they have an error result. Rejects with a
   * `ConflictError` if the id is used.
   */
  fork(key: SessionKey, id: string, options?: { readonly at?: number }): Promise<number>
  /**
   * Takes back the events from `to` on, as `Session.rewind` does, and returns the revision. Calls that are open then get an
   * error result, because they may have run. A run that began before `to` goes on from there.
   */
  rewind(key: SessionKey, to: number): Promise<number>
  /**
   * Returns all events of a session, internal ones too, without the values that `protect` of the program or of the runner's
   * compiles names. Null if there is no such session.
   */
  events(key: SessionKey): Promise<readonly Event[] | null>
  /**
   * Begins to run all sessions of the store that have work left, and returns their number before they rest. Returns 0 if another
   * process runs the sessions.
   */
  recover(): Promise<number>
  /** Resolves when no session runs in this process: all have come to rest. Await it after `recover`. */
  idle(): Promise<void>
  /**
   * Stops all runs, which `recover` or `resume` of another runner continues, and waits for them, and for what is being
   * appended. Every outcome is settled then, and the store is not used any more. Close the store after it, never before.
   */
  stop(): Promise<void>
}
