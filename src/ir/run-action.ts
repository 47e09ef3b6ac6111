/**
 * Marks that a runner leaves in the log, one field for each kind. Only a runner writes marks, and there is none in this
 * release: `restoreSession` keeps the marks of a stored session. `nextSteps` reads `waits` and no other mark. Calls are
 * named `seq.part`, the place of their part in the session.
 */
export interface RunAction {
  /** A run was asked for. */
  readonly asked?: { readonly runId: string; readonly limits?: RunLimits }
  /** Calls began to run. */
  readonly begun?: { readonly calls: readonly string[] }
  /** Calls wait for somebody: until a time in milliseconds, or for good. `nextSteps` does not read `until`. */
  readonly waits?: { readonly calls: readonly string[]; readonly until?: number }
  /** Somebody approved or denied a call. */
  readonly decided?: RunDecision
  /** An agent failed and left no answer. */
  readonly failed?: { readonly agent: string; readonly branch: string; readonly why: string }
  /** The run, or some of its calls, were cancelled. */
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
