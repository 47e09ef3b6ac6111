import type { JsonObject, JsonValue } from './json.ts'

/**
 * Marks that a runner writes to the log, one field for each kind. Nothing else writes them; `restoreSession` keeps the
 * marks of a stored session. `nextSteps` reads all marks except limits and times, which the runner enforces. Calls are
 * named by their position in the session, `seq.part`.
 */
export interface RunAction {
  /**
   * A run was requested. Later user messages belong to the run until it is over. If a limit stopped a run, a request
   * with its id continues it.
   */
  readonly asked?: {
    readonly runId: string
    readonly limits?: RunLimits
    /** Settings for the model calls of the run, which take precedence over those of the agents: `GenerateConfig`. */
    readonly generateConfig?: JsonObject
    /** Digest of the agents' tools when the run began, recorded if the program may change. */
    readonly tools?: string
  }
  /**
   * Id that the sender gave to this message. If the log already contains a message with this id, the message is not
   * appended again.
   */
  readonly received?: { readonly id: string }
  /** Record of the model call whose answer is this event. */
  readonly answered?: RunAnswer
  /** A model was called, and a callback failed, so that its answer is in no event. This event has its usage. */
  readonly unused?: Pick<RunAnswer, 'model' | 'usd'>
  /**
   * The answer in these events does not match the agent's output schema, and the same agent answers again. If the mark
   * is on the answer itself, no other agent is shown this answer.
   */
  readonly rejected?: { readonly events: readonly number[]; readonly why: string }
  /**
   * This event reports to an agent what is wrong with its answer, which began at `of`. No other agent is shown the
   * report.
   */
  readonly feedback?: { readonly of: number }
  /** The `tap` at this place of the program was called with the state of its branch. */
  readonly tapped?: { readonly place: string; readonly branch?: string }
  /**
   * A member of the `parallel` at this place of the program ended with an answer before the others, which stop. `member`
   * is its index in the group.
   */
  readonly won?: { readonly place: string; readonly member: number; readonly branch?: string }
  /** This result is the receipt of a call (`seq.part`) whose agent works in the background. */
  readonly background?: { readonly call: string }
  /** This event is the report of the agent that worked in the background for a call. */
  readonly reported?: { readonly call: string }
  /** Calls that have begun to run. */
  readonly begun?: { readonly calls: readonly string[] }
  /**
   * Calls that wait for a decision, or with `for` for an answer, until a time in milliseconds or forever. Earlier
   * decisions on these calls no longer count. `digest` covers the call and its declaration, as shown to the person who
   * decides.
   */
  readonly waits?: {
    readonly calls: readonly string[]
    readonly until?: number
    readonly digest?: string
    readonly for?: 'answer'
    /** Declaration of the tool, as shown to whoever decides. */
    readonly tool?: ShownTool
    /** Question that the call's tool asked when the call ran. The call runs again with the answer. */
    readonly question?: CallQuestion
  }
  /** Approval, denial or answer of a call; the last decision counts. */
  readonly decided?: RunDecision
  /** Somebody gave the result in this event: a person, or code of a page. */
  readonly given?: { readonly by: string }
  /**
   * The result in this event, from its content part `from` on, is the answer of the agent that made the call. With
   * `why`, it is not, because it does not match the agent's output schema.
   */
  readonly returned?: { readonly from?: number; readonly why?: string }
  /**
   * An agent, or the step or `tap` at a place of the program, failed. If there is a `fallback`, its next member
   * continues; otherwise the run is over.
   */
  readonly failed?: {
    readonly agent?: string
    readonly place?: string
    readonly branch: string
    readonly why: string
  }
  /** Values of these shared keys were read from the store, because other sessions had written them. */
  readonly read?: { readonly keys: readonly string[] }
  /**
   * Another session wrote these shared keys first. Its values remain, and this session's changes to the keys are lost.
   */
  readonly lost?: { readonly keys: readonly string[] }
  /** Cancels the run, or only the named calls. */
  readonly cancelled?: { readonly calls?: readonly string[]; readonly why?: string }
  /** A limit stopped the run, or a quota of the session's owner. */
  readonly limit?: { readonly name: LimitName; readonly most: number }
  /** The run ended because no next step was left. */
  readonly ended?: { readonly why?: string }
}

/** Declaration of a tool, as a person who decides on a call is shown it. */
export interface ShownTool {
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters?: JsonObject
  /** JSON Schema of the answers, if somebody answers the calls. */
  readonly outputSchema?: JsonObject
  readonly answeredBy?: 'person' | 'page'
}

/** Question that the tool of a call asks a person before the call can have a result. */
export interface CallQuestion {
  /** Words of the tool's server, which is an outsider. */
  readonly message: string
  /** JSON Schema of the answer; any JSON value without it. */
  readonly schema?: JsonObject
  /** Pages that the person is asked to open before the answer. */
  readonly urls?: readonly string[]
  /** Data with which the tool continues after the answer. No person is shown it. */
  readonly state: JsonValue
}

/** Record of one model call. */
export interface RunAnswer {
  /** Number of the session's events to which the answer responds. Later user messages need another answer. */
  readonly upTo: number
  /** Model that was called, by its name in the request. */
  readonly model?: string
  /** Price of the call in USD at that time; omitted if it is not known. */
  readonly usd?: number
  /** Reason given by the provider for the end of the answer. */
  readonly finish?: string
  /** The call was stopped before its end. The event contains the part of the answer that had arrived. */
  readonly partial?: true
  /** Time passed to instruction functions, in milliseconds since 1970. */
  readonly now?: number
  /**
   * Digest of the agents' tools in the request, if the log last has another one: the tools changed while the run waited,
   * or another process went on with others.
   */
  readonly tools?: string
  /** Names of the called tools whose calls somebody answers. A page shows such a call when it waits, not before. */
  readonly asked?: readonly string[]
}

/** Limits of one run. */
export interface RunLimits {
  /** Maximum number of model calls. */
  readonly steps?: number
  /** Maximum number of tokens, as reported by models. */
  readonly tokens?: number
  /** Maximum price of the model calls in USD. A model whose price is not known is not called. */
  readonly usd?: number
  /** Maximum duration in milliseconds. */
  readonly time?: number
  /** Maximum number of times in a row that an agent may make the same call with the same arguments. */
  readonly repeats?: number
  /** Maximum number of answers in a row that only transfer the conversation to another agent. */
  readonly transfers?: number
}

/** Name of a limit, or of a quota of the session's owner. */
export type LimitName = keyof RunLimits | 'quotaUSD' | 'quotaTokens'

/** Names of the limits, in the order in which they are checked. */
export const limitNames = Object.keys({
  ...{ steps: 0, tokens: 0, usd: 0, time: 0, repeats: 0, transfers: 0 },
} satisfies Record<keyof RunLimits, unknown>) as readonly (keyof RunLimits)[]

/** A decision on one waiting call, or the answer to it. */
export interface RunDecision {
  readonly call: string
  readonly approved: boolean
  /** Name of the person or program that made the decision. */
  readonly by: string
  /** Digest of the call's arguments and of the tool's declaration at the time of the decision. */
  readonly digest: string
  readonly until?: number
  readonly why?: string
  /** Arguments with which an approved call runs in place of those that the model wrote. */
  readonly arguments?: JsonObject
  /** Result of a call that somebody answers; `approved` is then true. */
  readonly answer?: JsonValue
  /** This decides on a question of the call's tool, so the call runs again: with `answer`, or told of the denial. */
  readonly question?: true
}
