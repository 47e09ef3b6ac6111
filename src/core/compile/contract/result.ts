import type { Withheld } from '../../cache/choose.ts'
import type { TokenPrices } from '../../cache/rates.ts'
import type { Expanded } from '../../context/operation/compact/expand.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { Effect } from '../../effect/effect.ts'
import type { Tier } from '../../ir/block.ts'
import type { Count } from '../../ir/count.ts'
import type { Edit } from '../../ir/edit.ts'
import type { EffectOutcome, EventInput } from '../../ir/event.ts'
import type { Loss } from '../../ir/loss.ts'
import type { Origin } from '../../ir/origin.ts'
import type { Plan } from '../../ir/plan.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { Unit } from '../../ir/unit.ts'
import type { Ledger } from '../../map/ledger.ts'
import type { SourceMap } from '../../map/source-map.ts'
import type { NextStep } from '../../program/next-step.ts'
import type { Requests } from '../../vendor/registry.ts'
import type { NextAgent } from './answer-author.ts'
import type { TraceStep } from './trace-step.ts'
import type { Work } from './work.ts'

/** Piece of the prefix that a request will share with later requests of the session. */
export interface PrefixPiece {
  /** JSON pointer into the request. */
  readonly pointer: string
  /** Role of the message, followed by the piece as JSON without cache marks. */
  readonly text: string
  /** Origin of the text. If the text has several origins, this is the first that is not the compiler's own. */
  readonly origin: Origin
}

/** Sizes of a request, in tokens. */
export interface Tokens {
  /** Estimated size of the request. */
  readonly input: number
  /** Upper bound of the request's size. The limit applies to this bound. */
  readonly max: number
  /** Maximum allowed value of `max`; null if there is no limit. */
  readonly limit: number | null
  /** Soft size of the request, as `aim` of the budget; absent if there is none. */
  readonly aim?: number
  /** Whether every part was counted exactly, that is, with the model's own tokenizer and without estimates. */
  readonly exact: boolean
  readonly sections: {
    readonly system: Count
    readonly tools: Count
    readonly schema: Count
    readonly messages: Count
  }
}

/**
 * Conversation unit of the history that was sent, with its size. While a ledger row may cover several units, this is
 * always one unit.
 */
export interface SentUnit {
  readonly unit: Unit
  /** Tier of the unit, set by the agent's context or by the unit's events. */
  readonly tier: Tier
  /** Set if the provider reads the unit from the cache to which the request refers. */
  readonly cached?: true
  readonly tokens: Count
  /** Names of the tools that the unit calls, as the request contains them. */
  readonly calls: readonly string[]
  /** Edits that were made to the unit. */
  readonly edits: readonly Edit[]
  /**
   * Sequence numbers of the events that continue an answer. Before each, the compiler added a user message (CX7004).
   */
  readonly asked?: readonly number[]
}

/** Numbers of reasoning parts in the earlier answers of the agent for which the request is compiled. */
export interface ReasoningCount {
  /** Number of reasoning parts that the request contains. */
  readonly sent: number
  /**
   * Number of reasoning parts missing from the request. They were dropped from sent answers (CX7007), or belong to
   * answers that are not sent.
   */
  readonly lost: number
  /**
   * Reasoning that the request before, or the answer to it, contains and that this request does not contain, by reason.
   * Without a plan the request before is unknown, so every reasoning part that is missing counts.
   */
  readonly losses: readonly Loss[]
  /**
   * Whether the last answer reports which reasoning of its request the provider used. If it is `not-reported`, more
   * reasoning may be lost than `lost` shows: the AI SDK's package for OpenAI, for example, hides the report. Null if no
   * reasoning came before that answer.
   */
  readonly report: 'reported' | 'not-reported' | null
}

/** Lookup from tool names in a request to declared names. */
export interface WireNames {
  /** Returns the declared name of a tool for the name that the request uses. */
  toDeclared(wire: string): string
}

/** Cache mark: the end of a prefix that the provider should cache. */
export interface Breakpoint {
  /** JSON pointer of the piece of the request that has the mark. */
  readonly pointer: string
  /** Estimated tokens from the beginning of the request to the end of that piece. */
  readonly tokens: number
  /** Lifetime of the cache entry in the provider's notation; null for the default. */
  readonly ttl: string | null
}

/**
 * Estimate of the provider's cache use for a request. The sizes are in tokens, and their sum is the size of the
 * request.
 */
export interface CacheForecast {
  /** Tokens read from the cache, at the price of cached input. */
  readonly read: number
  /** Tokens written to the cache, at the price of writing; 0 if writing is free. */
  readonly written: number
  /** Tokens processed without the cache, at the full price. */
  readonly uncached: number
  /** Minimum tokens of a cached prefix; null if unknown. */
  readonly minimum: number | null
  /** Price of the request's input, in USD; null if unknown. */
  readonly price: number | null
  /** Reason why the provider will not read all of the shared prefix from the cache; null if it reads all of it. */
  readonly why: string | null
}

/** Prefix of a request that is in the provider's cache after the request was sent. */
export interface KeptPrefix {
  /** Estimated tokens that an identical request would read; null if the provider's cache rules are not known. */
  readonly tokens: number | null
  /** Reason why the cache contains nothing, or why its content is unknown; null if the cache contains a prefix. */
  readonly why: string | null
  /** Whether only a cache mark is missing (`cache: 'mark'`) for the cache to contain a prefix. */
  readonly needsMark: boolean
}

/** Cache marks of a request, and a forecast of its cache use. */
export interface CacheRecord {
  /** Prices of the request's tokens at its length, in USD per million; null if they are not known. */
  readonly prices: TokenPrices | null
  /** All cache marks in the order of the request, including marks of the input messages. */
  readonly breakpoints: readonly Breakpoint[]
  /** Places where the option `cache` should have placed a mark but did not, with the reasons. */
  readonly withheld: readonly Withheld[]
  /**
   * Forecasts the cache use if this request is sent while an earlier request is still in the cache. The forecast uses
   * the provider's rules and estimated sizes. Without an earlier request, nothing is read from the cache.
   */
  against(earlier?: Compiled | null): CacheForecast
  /**
   * Returns how much of this request is in the cache after the request was sent. If the prefix changes, at most this
   * much is lost.
   */
  kept(): KeptPrefix
}

/** Prefix of a request that the provider reads from an explicit cache to which the request refers. */
export interface SentCache {
  /** Name of the cache at the provider. */
  readonly name: string
  /** Expiry time of the cache, in milliseconds since 1970. */
  readonly expires: number
  /** Number of tokens in the cache, as the provider counted them. */
  readonly tokens: number
  /**
   * Number of leading messages of the whole request that the cache contains. The cache also contains the instruction
   * and the tools.
   */
  readonly messages: number
  /** Whole request, without the reference to the cache. Send this request if the cache no longer exists. */
  readonly request: object
  /** Origin of each string of the whole request. Computed on first access. */
  readonly map: SourceMap
  /** Outcome of the effect by which the cache was created. */
  readonly outcome: EffectOutcome
}

/** Fields of every compile result. */
export interface Report {
  /**
   * Agent for which the request was compiled: the agent that the option `agent` names, or the next agent in the
   * session.
   */
  readonly agent: NextAgent
  /** Next steps of the session, as `nextSteps` returns them: a loop ends at `done`. Computed on first access. */
  readonly next: readonly NextStep[]
  readonly target: TargetName | null
  readonly model: string | null
  readonly tokens: Tokens
  /** Diagnostics, errors first. */
  readonly diagnostics: readonly Diagnostic[]
  readonly ledger: Ledger
  /**
   * HTTP headers that the request needs in addition to its body, such as `anthropic-beta` for features that are in
   * beta. Pass them with the request. Empty without a request, and where the API needs none. Computed on first
   * access.
   */
  readonly headers: Readonly<Record<string, string>>
  /** Origin of each string of the request; empty without a request. Computed on first access. */
  readonly map: SourceMap
  /** Conversation units of the history that were sent, in order; empty without a request. Computed on first access. */
  readonly units: readonly SentUnit[]
  /** Numbers of reasoning parts of the history that are sent and that are lost. Computed on first access. */
  readonly reasoning: ReasoningCount
  readonly names: WireNames
  /** Prefix that the session's next request will share; empty without a request. Computed on first access. */
  readonly prefix: readonly PrefixPiece[]
  /** Record of each pass, if the option `trace` is set. */
  readonly trace?: readonly TraceStep[]
  /** Cache marks of the request, and a forecast of its cache use. Computed on first access. */
  readonly cache: CacheRecord
  /**
   * Cache to which the request refers instead of sending its first messages; null if there is none. Tokens, the ledger
   * and the prefix describe the whole request.
   */
  readonly cached: SentCache | null
  /**
   * Returns the content that a handle replaces, like the function `expand`. The agent must see this content, or must
   * have seen it before the history moved on. Other content counts as missing: content of other branches and agents,
   * content that the agent's context omits, rewound content, and content that a summary replaced. Never throws for a
   * handle.
   */
  expand(handle: string): Expanded
  /** Amount of work that the compile did. */
  readonly work: Work
  /** Decisions about the history, to pass to the session's next compile. Null if no compile succeeded yet. */
  readonly plan: Plan | null
  /**
   * Events to append before the answer. Outcomes of effects, including failures, so that no later compile requests
   * these effects again; no model sees them. And the agent's declarations, if the model binds reasoning to them: what
   * requests begin with, and a message for each change (CX5004).
   */
  readonly events: readonly EventInput[]
  /**
   * Work that is not done yet: work that this request lacks because there was no time for it, and work for later
   * compiles. `resolveWants` does this work.
   */
  readonly wants: readonly Effect[]
}

/** Result of a compile: a request to send, or null with the reasons in the diagnostics. */
export type Compiled<Request = Requests[TargetName]> = Report &
  ({ readonly ok: true; readonly request: Request } | { readonly ok: false; readonly request: null })
