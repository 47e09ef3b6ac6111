import type { Loss } from './loss.ts'

/** Hashes of everything on which the prefix of a request depends, except the session. */
export interface Fingerprint {
  readonly agent: string
  /** Hash of the settings that decide which part of the session the agent is shown. */
  readonly shown: string
  readonly target: string
  readonly model: string
  readonly instruction: string
  /** State values in the instruction: a digest for each key. */
  readonly state: string
  readonly tools: string
  readonly outputSchema: string
  readonly budget: string
  /** Reasoning effort, '' for the model's default; absent if the model's reasoning is not bound to the effort. */
  readonly effort?: string
  /** Digest of the end user whom the request names; absent if the model's reasoning is not bound to the end user. */
  readonly user?: string
}

/** Reason why the beginning of a request changed. */
export type DecisionKind =
  /** The declarations before the history changed, or the request uses another model. */
  | 'config-change'
  /** The history changed the declared tools: undeclared tools that it calls were added, or all tools were dropped. */
  | 'tools'
  /** The provider compacted the earlier history. */
  | 'compact'
  /** A summary replaces some of the history. */
  | 'summary'
  /** Events were rewound. */
  | 'rewind'
  /** A value was found that no model may see, and earlier events contain this value. */
  | 'redact'
  /**
   * An earlier answer is also stored in the state, under a key that the agent reads. So the answer itself is no longer
   * sent.
   */
  | 'state'
  /** A new turn began, and the agent sees only the current one. */
  | 'slide'
  /** Older history was dropped. */
  | 'trim'
  /** A clause of the policy reached its maximum number of tokens. */
  | 'limit'
  /** Units before a certain position are compacted if their clause allows it. */
  | 'shorten'
  /** Supplementary units were dropped. */
  | 'supplementary'
  /** The policy selects other units than before, or shows them in another form. */
  | 'selection'
  /** Window passes, which are functions of the caller's program, changed the request. */
  | 'passes'
  /** Context blocks are placed before reasoning that is valid only if the content before it is unchanged. */
  | 'beside'
  /** Reasoning is dropped because the content before it changed, or to make room. */
  | 'reasoning'

/** A decision about the history, valid until another one replaces it. */
export interface Decision {
  readonly kind: DecisionKind
  /** Number of events in the session when the decision was made. */
  readonly at: number
  /**
   * Cause of the decision. For a trim: `high-water` if the limit was reached, `aim` if a turn began with more than the
   * soft size of the budget, or the feature of the dropped history that an API would reject. For reasoning: a
   * `LossReason`. For `config-change`: the names of everything that changed.
   */
  readonly why: string
  /**
   * Ids of the units to which the decision applies. For a trim: the first kept unit, then earlier units that are sent
   * too.
   */
  readonly units: readonly string[]
  /**
   * Value that identifies the decision. The kind of decision determines what it is: a hash of the session before the
   * unit, a digest of other data, or a number.
   */
  readonly hash: string
  /** Reasoning that was lost when the decision was made; absent if none was lost. */
  readonly lost?: readonly Loss[]
}

/**
 * Events whose reasoning a request contains: all reasoning parts of the events from `from` to `to`, or, if both are one
 * event, `items` of its reasoning parts.
 */
export interface ReasoningRun {
  readonly from: number
  readonly to: number
  /** Number of reasoning parts. */
  readonly items: number
}

/** Usage that providers reported for the model calls so far. It corrects the upper bounds of token estimates. */
export interface PlannedUsage {
  /** Estimated input tokens of the request. */
  readonly estimate: number
  /**
   * Factor by which text estimates are multiplied to get their upper bounds; null until a factor is known. The factor
   * changes only when the history is trimmed.
   */
  readonly factor: number | null
  /** Number of usage reports for each ratio of reported to estimated tokens, by model, as in `Calibration`. */
  readonly reports: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** Beginning of the request. The next request is compared with it in order to decide on a cache at the provider. */
export interface PlannedCache {
  /** Number of leading messages that a cache may contain. */
  readonly messages: number
  /** Hash of the leading messages and of everything before the messages. */
  readonly hash: string
  /**
   * Number of consecutive requests, including this one, that had the same beginning since the last pause that was
   * longer than a cache's lifetime.
   */
  readonly requests: number
  /** Time of the first of these requests, in milliseconds since 1970. */
  readonly since: number
  /** Time of the last of these requests, in milliseconds since 1970. */
  readonly last: number
}

/** Compaction that a request asked the provider for. */
export interface PlannedCompaction {
  /** Key of the work. Its outcome is an event of the session as soon as there is one. */
  readonly key: string
  /** Number of events that the session had then. */
  readonly events: number
  /** Set if the compaction that was asked for before never came. */
  readonly again?: true
}

/**
 * Decisions of a compile, as small, plain data. The next compile could not find these decisions from the session alone.
 * Pass the plan to the next compile of the session, so that both requests share a prefix, which the provider has
 * cached. A plan of another session is ignored. After a change of configuration, only the decisions that are still
 * valid are used.
 */
export interface Plan {
  readonly version: 1
  readonly fingerprint: Fingerprint
  /** State of the session when the plan was made: its number of events, and a hash of them. */
  readonly head: { readonly events: number; readonly hash: string }
  /** Valid decisions, in the order of the request. */
  readonly decisions: readonly Decision[]
  /** Seq of an event. The reasoning of earlier events is dropped. */
  readonly reasoning: number
  /** Reasoning that the request contains, in the order of the session; absent if it contains none. */
  readonly alive?: readonly ReasoningRun[]
  /**
   * Digest of the events that the session had, if the caller may change them, as in an imported conversation, and the
   * model binds reasoning to them.
   */
  readonly content?: string
  /**
   * Seq of the event with the declarations with which the request begins, if messages tell of later changes; absent if
   * the request begins with the current declarations.
   */
  readonly declared?: number
  /** Usage that providers reported; absent if tokens are counted with the model's own vocabulary. */
  readonly usage?: PlannedUsage
  /** Beginning of the request that a cache may contain; absent if no handler makes caches. */
  readonly cache?: PlannedCache
  /** Compaction that was asked for and is not there yet; absent if there is none. */
  readonly compaction?: PlannedCompaction
  /** Number of input tokens above which the prices of this request apply; absent if the base prices apply. */
  readonly step?: number
  /** Set once a budget has cost reasoning in the session. The first request has a warning, and later ones do not. */
  readonly budgetCost?: true
  /** Checksum of the plan. A plan that was modified is detected by its checksum and rejected. */
  readonly check: string
}
