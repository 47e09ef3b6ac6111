import type { JsonObject } from './json.ts'

/**
 * Marks that a runner leaves in the log, one field for each kind. Only a runner writes marks; `restoreSession` keeps
 * those of a stored session. `nextSteps` reads all marks except limits and times, which the runner enforces. Calls are
 * named `seq.part`, the place of their part in the session.
 */
export interface RunAction {
  /**
   * A run was requested. Later user messages belong to the run until it is over. Requesting the id of a run that a
   * limit stopped continues that run.
   */
  readonly asked?: {
    readonly runId: string
    readonly limits?: RunLimits
    /** Settings of the run's model calls, before those of the agents: `GenerateConfig`. */
    readonly generateConfig?: JsonObject
    /** Digest of the tools that the agents had when the run began, if a program may change. */
    readonly tools?: string
  }
  /** The sender's id of this message: a message with the id of one in the log is not appended again. */
  readonly received?: { readonly id: string }
  /** Record of the model call that this event answers. */
  readonly answered?: RunAnswer
  /**
   * The answer in these events is not valid for the agent's output schema; the same agent answers again. An answer that
   * carries this mark itself is shown to no other agent.
   */
  readonly rejected?: { readonly events: readonly number[]; readonly why: string }
  /** This event tells an agent what is wrong with its answer, which began at `of`. No other agent is shown it. */
  readonly feedback?: { readonly of: number }
  /** A `tap` at this place of the program has looked at the state of its branch. */
  readonly tapped?: { readonly place: string; readonly branch?: string }
  /** Calls that began to run. */
  readonly begun?: { readonly calls: readonly string[] }
  /**
   * Calls that wait for somebody, until a time in milliseconds or forever. Earlier decisions on them no longer count.
   * `digest` is that of the call and its declaration, as the person who decides sees them.
   */
  readonly waits?: { readonly calls: readonly string[]; readonly until?: number; readonly digest?: string }
  /** Approval or denial of a call; the last decision counts. */
  readonly decided?: RunDecision
  /**
   * An agent, or the step or `tap` at a place of the program, failed: the next member of its `fallback` takes over, or the
   * run is over.
   */
  readonly failed?: {
    readonly agent?: string
    readonly place?: string
    readonly branch: string
    readonly why: string
  }
  /** Values of these shared keys were read from the store, because other sessions wrote them. */
  readonly read?: { readonly keys: readonly string[] }
  /** Another session wrote these shared keys first: they keep its values, and the changes of this session are lost. */
  readonly lost?: { readonly keys: readonly string[] }
  /** Cancels the run, or only the named calls. */
  readonly cancelled?: { readonly calls?: readonly string[]; readonly why?: string }
  /** A limit ended the run. */
  readonly limit?: { readonly name: keyof RunLimits; readonly most: number }
  /** The run ended because nothing is next. */
  readonly ended?: { readonly why?: string }
}

/** A provider's own report on its cache, as Anthropic gives it for `diagnostics`. */
export interface CacheMiss {
  /** Change that broke the prefix, in the provider's words, such as `tools_changed`. */
  readonly reason: string
  /** Input tokens that would have been read from the cache otherwise. */
  readonly tokens?: number
}

/** Record of one model call. */
export interface RunAnswer {
  /** The answer is to the first `upTo` events of the session; later user messages wait for another answer. */
  readonly upTo: number
  /** Model that was called, by the name in the request. */
  readonly model?: string
  /** Reason that the provider gave for the end of the answer. */
  readonly finish?: string
  /** Reason that the provider gave for reading less from its cache than after the earlier answer. */
  readonly cacheMiss?: CacheMiss
  /** The call was stopped before its end: the event holds what had arrived. */
  readonly partial?: true
  /** Milliseconds since 1970 that instruction functions were given. */
  readonly now?: number
}

/** Limits of one run. */
export interface RunLimits {
  /** Number of model calls. */
  readonly steps?: number
  /** Number of tokens that models reported. */
  readonly tokens?: number
  /** Milliseconds. */
  readonly time?: number
  /** Number of times that an agent may make the same call, with the same arguments, in a row. */
  readonly repeats?: number
  /** Number of answers in a row that only hand the conversation over to another agent. */
  readonly transfers?: number
}

/** Names of the limits, in the order in which a run is stopped by them. */
export const limitNames = Object.keys({
  ...{ steps: 0, tokens: 0, time: 0, repeats: 0, transfers: 0 },
} satisfies Record<keyof RunLimits, unknown>) as readonly (keyof RunLimits)[]

/** A decision on one waiting call. */
export interface RunDecision {
  readonly call: string
  readonly approved: boolean
  /** Name of the person or program that decided. */
  readonly by: string
  /** Digest of the arguments and the tool's declaration at the time of the decision. */
  readonly digest: string
  readonly until?: number
  readonly why?: string
}
