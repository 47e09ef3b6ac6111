import type { Withheld } from '../../cache/choose.ts'
import type { TokenPrices } from '../../cache/rates.ts'
import type { Expanded } from '../../context/operation/compact/expand.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { Effect } from '../../effect/effect.ts'
import type { Tier } from '../../ir/block.ts'
import type { Count } from '../../ir/count.ts'
import type { Edit } from '../../ir/edit.ts'
import type { EffectOutcome, EventInput } from '../../ir/event.ts'
import type { Plan } from '../../ir/plan.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { Unit } from '../../ir/unit.ts'
import type { Ledger } from '../../map/ledger.ts'
import type { SourceMap } from '../../map/source-map.ts'
import type { NextStep } from '../../program/next-step.ts'
import type { Requests } from '../../vendor/registry.ts'
import type { NextAgent } from './answer-author.ts'
import type { PrefixPiece } from './prefix-piece.ts'
import type { TraceStep } from './trace-step.ts'
import type { Work } from './work.ts'

/** Sizes of a request, in tokens. */
export interface Tokens {
  /** Estimated size. */
  readonly input: number
  /** Upper bound of the size, which the limit applies to. */
  readonly max: number
  /** Maximum of `max`; null if nothing limits it. */
  readonly limit: number | null
  /** Whether every part was counted with the model's own tokenizer, none by formula. */
  readonly exact: boolean
  readonly sections: {
    readonly system: Count
    readonly tools: Count
    readonly schema: Count
    readonly messages: Count
  }
}

/** A unit of the history that was sent, and its size. The ledger joins adjacent units instead. */
export interface SentUnit {
  readonly unit: Unit
  /** Tier of the unit by the agent's context or by its events. */
  readonly tier: Tier
  /** Set if the provider reads the unit from the cache that the request names. */
  readonly cached?: true
  readonly tokens: Count
  /** Names of the tools that the unit calls, as sent. */
  readonly calls: readonly string[]
  /** Edits made to the unit. */
  readonly edits: readonly Edit[]
  /** Sequence numbers of its events that answer again, each after a user message that was added (CX7004). */
  readonly asked?: readonly number[]
}

/** Numbers of reasoning parts in the answers that a request's agent gave. */
export interface ReasoningCount {
  /** Parts that the request holds. */
  readonly sent: number
  /** Parts that it lacks: dropped from answers (CX7007), or with answers that are not sent. */
  readonly lost: number
}

/** Lookup of declared names by the names in a request. */
export interface WireNames {
  /** Returns the declared name of a tool that the model called by its name in the request. */
  toDeclared(wire: string): string
}

/** A mark at the end of a prefix to cache. */
export interface Breakpoint {
  /** JSON pointer of the piece of the request with the mark. */
  readonly pointer: string
  /** Estimated tokens up to the end of that piece. */
  readonly tokens: number
  /** Lifetime in the provider's notation; null for the default. */
  readonly ttl: string | null
}

/** Estimate of the provider's cache use for a request. Sizes are in tokens, and add up to the request's. */
export interface CacheForecast {
  /** Tokens read from the cache, at the price of cached input. */
  readonly read: number
  /** Tokens written to the cache, at the price of writing; 0 if the provider charges nothing for writing. */
  readonly written: number
  /** Tokens processed without the cache, at the full price. */
  readonly uncached: number
  /** Minimum tokens of a cached prefix; null if unknown. */
  readonly minimum: number | null
  /** Price of the input, in USD; null if unknown. */
  readonly price: number | null
  /** Reason why not all of the shared prefix is read; null if all of it is. */
  readonly why: string | null
}

/** Beginning of a request that the provider's cache holds after the request was sent. */
export interface KeptPrefix {
  /** Estimated tokens that an equal request reads; null if the provider's cache rules are not known. */
  readonly tokens: number | null
  /** Reason why the cache holds nothing, or why that is not known; null if it holds something. */
  readonly why: string | null
  /** Whether the cache holds nothing only because the request has no cache mark (`cache: 'mark'`). */
  readonly needsMark: boolean
}

/** Cache marks of a request, and a forecast of its cache use. */
export interface CacheRecord {
  /** Prices of the request's tokens, by its length, in USD per million; null if they are not known. */
  readonly prices: TokenPrices | null
  /** All marks in the order of the request, including marks of the input messages. */
  readonly breakpoints: readonly Breakpoint[]
  /** Places at which the option `cache` would have placed a mark, with the reasons for none. */
  readonly withheld: readonly Withheld[]
  /**
   * Forecasts the cache use if this request is sent while an earlier one is still in the cache, by the provider's rules
   * and with estimated sizes. Without an earlier request nothing is read.
   */
  against(earlier?: Compiled | null): CacheForecast
  /** Returns how much of this request the cache holds once it was sent: the most that a change of its prefix can lose. */
  kept(): KeptPrefix
}

/** Beginning of a request that the provider reads from a cache, because the request names it. */
export interface SentCache {
  /** Name of the cache at the provider. */
  readonly name: string
  /** Time at which it expires, in milliseconds since 1970. */
  readonly expires: number
  /** Tokens that it holds, as the provider counted them. */
  readonly tokens: number
  /** Number of leading messages of the whole request that it holds; it holds the instruction and the tools too. */
  readonly messages: number
  /** The whole request, which does not name the cache: send it if the cache is gone. */
  readonly request: object
  /** Origin of each string of the whole request. Made on first access. */
  readonly map: SourceMap
  /** Outcome of the effect that made the cache. */
  readonly outcome: EffectOutcome
}

/** Fields that every compile returns. */
export interface Report {
  /** Agent that the request is for: the one that was asked for, or the one that is next in the session. */
  readonly agent: NextAgent
  /** Next steps of the session, as `nextSteps` returns them: a loop ends at `done`. Made on first access. */
  readonly next: readonly NextStep[]
  readonly target: TargetName | null
  readonly model: string | null
  readonly tokens: Tokens
  /** Diagnostics, errors first. */
  readonly diagnostics: readonly Diagnostic[]
  readonly ledger: Ledger
  /** Origin of each string of the request; empty without a request. Made on first access. */
  readonly map: SourceMap
  /** The sent units of the history, in order; empty without a request. Made on first access. */
  readonly units: readonly SentUnit[]
  /** Reasoning of the history that is sent, and that is lost. Made on first access. */
  readonly reasoning: ReasoningCount
  readonly names: WireNames
  /** The prefix that the session's next request shares; empty without a request. Made on first access. */
  readonly prefix: readonly PrefixPiece[]
  /** Record of each pass, if the option `trace` is set. */
  readonly trace?: readonly TraceStep[]
  /** Cache marks of the request, and a forecast of its cache use. Made on first access. */
  readonly cache: CacheRecord
  /**
   * Cache that the request names, in whose place its beginning is not sent; null for none. Tokens, the ledger and the
   * prefix are those of the whole request.
   */
  readonly cached: SentCache | null
  /**
   * Returns the content that a handle replaces, as the function `expand` does, if the agent sees that content or saw it
   * before the history moved on. Content of other branches and agents, content that the agent's context omits, rewound
   * content and content that a summary replaced is refused as missing. Never throws for a handle.
   */
  expand(handle: string): Expanded
  /** Amount of work that the compile did. */
  readonly work: Work
  /** Decisions about the history, to pass to the session's next compile. Null if no compile succeeded yet. */
  readonly plan: Plan | null
  /**
   * Events with the outcomes of effects, failures included. Append them, so that no later compile requests these
   * effects again. No model sees these events.
   */
  readonly events: readonly EventInput[]
  /**
   * Work without an outcome: what this request lacks because no time was left, and what later compiles would use.
   * `resolveWants` does it.
   */
  readonly wants: readonly Effect[]
}

/** Result of a compile: a request to send, or none and the reasons. */
export type Compiled<Request = Requests[TargetName]> = Report &
  ({ readonly ok: true; readonly request: Request } | { readonly ok: false; readonly request: null })
