import type { Withheld } from '../../cache/choose.ts'
import type { Expanded } from '../../context/operation/compact/expand.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { Count } from '../../ir/count.ts'
import type { Edit } from '../../ir/edit.ts'
import type { EventInput } from '../../ir/event.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { Tier } from '../../ir/tier.ts'
import type { Unit } from '../../ir/unit.ts'
import type { Ledger } from '../../map/ledger.ts'
import type { SourceMap } from '../../map/source-map.ts'
import type { NextStep } from '../../program/next-step.ts'
import type { Requests } from '../../target/registry.ts'
import type { NextAgent } from './answer-author.ts'
import type { Plan } from './plan.ts'
import type { PrefixPiece } from './prefix-piece.ts'
import type { TraceStep } from './trace-step.ts'
import type { Work } from './work.ts'

/** Sizes of a request, in tokens. */
export interface Tokens {
  /** The likely size. */
  readonly input: number
  /** The bound that the limit applies to. */
  readonly max: number
  /** The most that `max` may be; null where nothing limits it. */
  readonly limit: number | null
  /** Every part was counted with the model's own tokenizer, none by formula. */
  readonly exact: boolean
  readonly sections: {
    readonly system: Count
    readonly tools: Count
    readonly schema: Count
    readonly messages: Count
  }
}

/** A unit of the history that was sent, and what it weighs: the ledger joins neighbours. */
export interface SentUnit {
  readonly unit: Unit
  /** Tier of the unit by the agent's context, or by what happened. */
  readonly tier: Tier
  readonly tokens: Count
  /** Names of the tools that it calls, as sent. */
  readonly calls: readonly string[]
  /** Edits made to the unit. */
  readonly edits: readonly Edit[]
}

/** The way back from names on the wire. */
export interface WireNames {
  /** The declared name of a tool that the model called by its name in the request. */
  toDeclared(wire: string): string
}

/** A mark that ends a beginning to cache. */
export interface Breakpoint {
  /** JSON pointer of the piece of the request that bears it. */
  readonly pointer: string
  /** Likely tokens up to its end. */
  readonly tokens: number
  /** Its lifetime in the provider's words; null for the usual one. */
  readonly ttl: string | null
}

/** Estimate of the provider's cache use for a request. Sizes are in tokens, and add up to the request's. */
export interface CacheForecast {
  /** Read from the cache, at the price for that. */
  readonly read: number
  /** Put into the cache, at the price for that; 0 where a provider takes none for it. */
  readonly written: number
  /** Read anew, at the full price. */
  readonly uncached: number
  /** The shortest beginning that is cached; null where that is not known. */
  readonly minimum: number | null
  /** Price of the input, in USD; null where a price is not known. */
  readonly price: number | null
  /** Why no more of what both requests begin with is read; null where all of it is. */
  readonly why: string | null
}

/** Cache marks that a request sends to the provider, and an estimate of what the cache holds of it. */
export interface CacheRecord {
  /** In the order of the request, those among them that came in with the messages. */
  readonly breakpoints: readonly Breakpoint[]
  /** Places at which the option `cache` would have put a mark, and why there is none. */
  readonly withheld: readonly Withheld[]
  /**
   * Returns what is read and written when this request is sent after an earlier one that is still in the cache: by
   * the rules of the provider, with estimated sizes. Without an earlier request nothing is read.
   */
  against(earlier?: Compiled | null): CacheForecast
}

/** Fields that every compile returns. */
export interface Report {
  /** Agent that speaks next: the one that was asked for, or the one that is next in the session. */
  readonly agent: NextAgent
  /** Next steps of the session, as `nextSteps` returns them: a loop ends at `done`. Made at the first look. */
  readonly next: readonly NextStep[]
  readonly target: TargetName | null
  readonly model: string | null
  readonly tokens: Tokens
  /** Errors first. */
  readonly diagnostics: readonly Diagnostic[]
  readonly ledger: Ledger
  /** Origin of each string of the request; empty without a request. Made at the first look. */
  readonly map: SourceMap
  /** The history that was sent, in the order sent; empty without a request. Made at the first look. */
  readonly units: readonly SentUnit[]
  readonly names: WireNames
  /** The beginning that the session's next request begins with too; empty without a request. Made at the first look. */
  readonly prefix: readonly PrefixPiece[]
  /** Record of what each pass did, if the option `trace` asks for it. */
  readonly trace?: readonly TraceStep[]
  /** Cache marks of the request, and an estimate of what the cache holds of it. Made at the first look. */
  readonly cache: CacheRecord
  /**
   * Returns the content that a handle replaces, as the function `expand` does, if the agent is shown that content or
   * was before the history moved on. Content of other branches and agents, content that the agent's context omits,
   * rewound content and content that a summary replaced is refused as missing. Never throws for a handle.
   */
  expand(handle: string): Expanded
  /** Amount of work that the compile did. */
  readonly work: Work
  /** Decisions about the history, to pass to the session's next compile. Null if nothing was ever sent. */
  readonly plan: Plan | null
  /**
   * Requests to handlers and their outcomes, failures included: append these events, and no later compile asks
   * again. An outcome that is not in the session is asked for again. No model is shown these events.
   */
  readonly events: readonly EventInput[]
}

/** The outcome of a compile: a request that may be sent, or none and the reasons. */
export type Compiled<Request = Requests[TargetName]> = Report &
  ({ readonly ok: true; readonly request: Request } | { readonly ok: false; readonly request: null })
