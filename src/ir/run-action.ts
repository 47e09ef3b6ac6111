/**
 * Marks that a runner leaves in the log, one field for each kind. Only a runner writes marks, and there is none in this
 * release: `restoreSession` keeps the marks of a stored session. `nextSteps` reads all of them, but for the limits and times,
 * which are the runner's to keep. Calls are named `seq.part`, the place of their part in the session.
 */
export interface RunAction {
  /**
   * A run was asked for. User messages after it belong to the run until that is over. Asking next for the id of a run that a
   * limit stopped goes on with that run.
   */
  readonly asked?: { readonly runId: string; readonly limits?: RunLimits }
  /** The event is an answer to the first so many events of the session: later messages of the user's wait for another. */
  readonly answered?: { readonly upTo: number }
  /** Calls began to run. */
  readonly begun?: { readonly calls: readonly string[] }
  /** Calls wait for somebody: until a time in milliseconds, or for good. An earlier decision on them no longer counts. */
  readonly waits?: { readonly calls: readonly string[]; readonly until?: number }
  /** Somebody approved or denied a call; the last decision counts. */
  readonly decided?: RunDecision
  /** An agent failed and left no answer: the next member of its `fallback` goes on, or the run is over. */
  readonly failed?: { readonly agent: string; readonly branch: string; readonly why: string }
  /** The run was cancelled, or only the calls that are named. */
  readonly cancelled?: { readonly calls?: readonly string[]; readonly why?: string }
  /** A limit ended the run. */
  readonly limit?: { readonly name: keyof RunLimits; readonly most: number }
  /** Nothing is next any more. */
  readonly ended?: { readonly why?: string }
}

/** Limits of one run. */
export interface RunLimits {
  /** Calls of a model. */
  readonly steps?: number
  /** Tokens that models reported. */
  readonly tokens?: number
  /** Milliseconds. */
  readonly time?: number
}

/** A decision on one waiting call. */
export interface RunDecision {
  readonly call: string
  readonly approved: boolean
  /** Name of whoever decided. */
  readonly by: string
  /** Digest of the arguments and of the tool's declaration that were decided on. */
  readonly digest: string
  readonly until?: number
  readonly why?: string
}
