/** Hashes of everything besides the session that the prefix of a request depends on. */
export interface Fingerprint {
  readonly agent: string
  /** Hash of the settings that decide which part of the session the agent sees. */
  readonly shown: string
  readonly target: string
  readonly model: string
  readonly instruction: string
  /** State values in the instruction: each key and a digest. */
  readonly state: string
  readonly tools: string
  readonly outputSchema: string
  readonly budget: string
  /** Effort of the reasoning, '' for the model's default; absent = the model's reasoning is not bound to it. */
  readonly effort?: string
}

/** Reason why the beginning of a request changed. */
export type DecisionKind =
  /** The declarations before the history changed, or another model is called. */
  | 'config-change'
  /** The history changed the declared tools: undeclared tools it calls were added, or all tools were dropped. */
  | 'tools'
  /** The provider compacted the earlier history. */
  | 'compact'
  /** A summary replaces some of the history. */
  | 'summary'
  /** Events were rewound. */
  | 'rewind'
  /** A value that no model may see was found, and earlier events hold it. */
  | 'redact'
  /** State holds an answer that was sent before, under a key that the agent reads, so it is not sent twice. */
  | 'state'
  /** A new turn began, and the agent sees only the current one. */
  | 'slide'
  /** Older history was dropped. */
  | 'trim'
  /** A clause of the policy reached its maximum of tokens. */
  | 'limit'
  /** Units before a place are compacted if their clause allows it. */
  | 'shorten'
  /** Supplementary units were dropped. */
  | 'supplementary'
  /** The policy selects other units than before, or shows them differently. */
  | 'selection'
  /** Window passes of the program changed the request. */
  | 'passes'
  /** Context blocks precede reasoning that is bound to them. */
  | 'beside'
  /** Reasoning is dropped, because the content before it changed, or because the room was needed. */
  | 'reasoning'

/** A decision about the history, which is valid until another one replaces it. */
export interface Decision {
  readonly kind: DecisionKind
  /** Number of events in the session at the time. */
  readonly at: number
  /**
   * Cause: `high-water` if the limit was reached, or what else an API would refuse with the dropped history; `room` or
   * `edited` for reasoning; for `config-change`, the names of everything that changed.
   */
  readonly why: string
  /** Ids of the units concerned. For a trim: the first kept unit, then earlier units that are sent too. */
  readonly units: readonly string[]
  /** Value that identifies the decision, by its kind: a mark of the session before its unit, a digest, or a number. */
  readonly hash: string
}

/** Reported usage of the model calls so far. Bounds of estimated tokens follow it. */
export interface PlannedUsage {
  /** Estimated input tokens of the plan's request. */
  readonly estimate: number
  /** Factor that bounds the estimates of text; null before one was adopted. It changes only with a trim. */
  readonly factor: number | null
  /** Number of reports for each ratio of reported to estimated tokens, by model, as in `Calibration`. */
  readonly reports: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** Beginning of the plan's request that the next request is compared with, to decide on a cache of the provider. */
export interface PlannedCache {
  /** Number of leading messages that a cache may hold. */
  readonly messages: number
  /** Hash of these messages, and of everything before the messages. */
  readonly hash: string
  /** Number of requests in a row, this one included, that began alike, since the last pause longer than a cache lives. */
  readonly requests: number
  /** Time of the first of these requests, in milliseconds since 1970. */
  readonly since: number
  /** Time of the last of them. */
  readonly last: number
}

/**
 * Decisions of a compile that cannot be derived from the session again, as small, plain data. Pass the plan to the next
 * compile of the session, so that the requests share a prefix, which the provider's cache holds. A plan of another
 * session is ignored; after a change of configuration, only its valid decisions are used.
 */
export interface Plan {
  readonly version: 1
  readonly fingerprint: Fingerprint
  /** The session at the time: its number of events, and a hash of them. */
  readonly head: { readonly events: number; readonly hash: string }
  /** Valid decisions, in the order of the request. */
  readonly decisions: readonly Decision[]
  /** Sequence number of an event: reasoning of earlier events is dropped. */
  readonly reasoning: number
  /** Usage that the provider reported; absent if tokens are counted with the model's own vocabulary. */
  readonly usage?: PlannedUsage
  /** Beginning of the request that a cache may hold; absent if no handler makes caches. */
  readonly cache?: PlannedCache
  /** Tokens of input above which the plan's request has other prices; absent if it has the first ones. */
  readonly step?: number
  /** Checksum, by which a changed plan is refused. */
  readonly check: string
}
