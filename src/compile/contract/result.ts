import type { Withheld } from '../../cache/choose.ts'
import type { Expanded } from '../../context/operation/compact/expand.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { Count } from '../../ir/count.ts'
import type { EventInput } from '../../ir/event.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { Tier } from '../../ir/tier.ts'
import type { Unit } from '../../ir/unit.ts'
import type { Edit, Ledger } from '../../map/ledger.ts'
import type { SourceMap } from '../../map/source-map.ts'
import type { NextStep } from '../../program/next-step.ts'
import type { AISDKRequest } from '../../target/ai-sdk/request.ts'
import type { AnthropicRequest } from '../../target/anthropic/request.ts'
import type { GeminiRequest } from '../../target/gemini/request.ts'
import type { ResponsesRequest } from '../../target/openai/request.ts'
import type { ChatRequest } from '../../target/openai-chat/request.ts'
import type { TextRequest } from '../../target/text/request.ts'
import type { NextAgent } from './answer-author.ts'
import type { Plan } from './plan.ts'
import type { PrefixPiece } from './prefix-piece.ts'
import type { TraceStep } from './trace-step.ts'
import type { Work } from './work.ts'

/** The request of each target. */
export interface Requests {
  readonly openai: ResponsesRequest
  readonly 'openai-chat': ChatRequest
  readonly anthropic: AnthropicRequest
  readonly gemini: GeminiRequest
  readonly text: TextRequest
  readonly 'ai-sdk': AISDKRequest
}

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
  /** How much it matters by the agent's context, or by what happened. */
  readonly tier: Tier
  readonly tokens: Count
  /** Names of the tools that it calls, as sent. */
  readonly calls: readonly string[]
  /** What was done to it. */
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

/** What a provider's cache likely does for a request. Sizes are in tokens, and add up to those of the request. */
export interface CacheForecast {
  /** Read from the cache, at the price for that. */
  readonly read: number
  /** Put into the cache, at the price for that; 0 where a provider takes none for it. */
  readonly written: number
  /** Read anew, at the full price. */
  readonly uncached: number
  /** The shortest beginning that is cached; null where that is not known. */
  readonly minimum: number | null
  /** What the input costs, in USD; null where a price is not known. */
  readonly price: number | null
  /** Why no more of what both requests begin with is read; null where all of it is. */
  readonly why: string | null
}

/** What the provider's cache is told by a request, and what it likely holds of it. */
export interface CacheRecord {
  /** In the order of the request, those among them that came in with the messages. */
  readonly breakpoints: readonly Breakpoint[]
  /** Places at which the option `cache` would have put a mark, and why there is none. */
  readonly withheld: readonly Withheld[]
  /**
   * What is read and written when this request is sent after an earlier one that is still in the cache: as the rules of
   * the provider have it, with likely sizes. Without an earlier one nothing is read.
   */
  against(earlier?: Compiled | null): CacheForecast
}

/** What every compile says. */
export interface Report {
  /** Who speaks next: the agent that was asked for, or the one that is due. */
  readonly agent: NextAgent
  /** What is next in the session, as `nextSteps` gives it: a loop ends where it says `done`. Made at the first look. */
  readonly next: readonly NextStep[]
  readonly target: TargetName | null
  readonly model: string | null
  readonly tokens: Tokens
  /** Errors first. */
  readonly diagnostics: readonly Diagnostic[]
  readonly ledger: Ledger
  /** Where each string of the request came from; empty without a request. Made at the first look. */
  readonly map: SourceMap
  /** The history that was sent, in the order sent; empty without a request. Made at the first look. */
  readonly units: readonly SentUnit[]
  readonly names: WireNames
  /** The beginning that the session's next request begins with too; empty without a request. Made at the first look. */
  readonly prefix: readonly PrefixPiece[]
  /** What each pass did, where the option `trace` asks for it. */
  readonly trace?: readonly TraceStep[]
  /** What the provider's cache is told, and what it likely holds of the request. Made at the first look. */
  readonly cache: CacheRecord
  /**
   * What a handle stands for, as `expand` gives it, of what the agent is shown or was before the history moved on. What other
   * branches and agents said, what its context leaves out, what was taken back and what a summary stands for is refused as
   * what is not there. Never throws for a handle.
   */
  expand(handle: string): Expanded
  /** What the compile did. */
  readonly work: Work
  /** What was decided about the history: give it to the session's next compile. Null where nothing was ever sent. */
  readonly plan: Plan | null
  /**
   * What handlers were asked for and what it came to, failures too: append these, and no later compile asks again. What is
   * not in the session is asked for again. No model is shown them.
   */
  readonly events: readonly EventInput[]
}

/** The outcome of a compile: a request that may be sent, or none and the reasons. */
export type Compiled<Request = Requests[TargetName]> = Report &
  ({ readonly ok: true; readonly request: Request } | { readonly ok: false; readonly request: null })
