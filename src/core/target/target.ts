import type { GenerateConfig } from '../agent/agent.ts'
import type { ResolvedAgent } from '../agent/resolved.ts'
import type { CacheMark } from '../cache/marks.ts'
import type { Counter } from '../count/counter.ts'
import type { FindingNote } from '../diag/collect.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import type { CacheInput } from '../effect/cache/handler.ts'
import type { Block, BlockRole } from '../ir/block.ts'
import type { CacheRules } from '../ir/cache.ts'
import type { Count } from '../ir/count.ts'
import type { Edit } from '../ir/edit.ts'
import type { Extra } from '../ir/extra.ts'
import type { ModelFacts, ModelRow } from '../ir/model.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { DeclarationRow } from '../map/ledger.ts'
import type { StringOrigins } from '../map/origins.ts'
import type { KnownFacts } from './facts.ts'
import type { Limits } from './limits.ts'
import type { NameRule, Names } from './names.ts'
import type { PartForms } from './part-forms.ts'
import type { AnyRules, Violation } from './rule.ts'
import type { Weight } from './weight.ts'

/** Inputs of a back end for one compile. */
export interface Setting<Rules> {
  readonly model: string | null
  readonly facts: ModelFacts<Rules>
  readonly agent: ResolvedAgent
  readonly config: GenerateConfig
  readonly counter: Counter
  readonly origins: StringOrigins
  readonly names: Names
  /** Upper bound of the output tokens to request; null if the caller set none and the target does not demand one. */
  readonly maxOutput: number | null
  /** Whether the compiler places cache marks later; imported marks are then dropped. */
  readonly isRemarked: boolean
}

/** Sizes and diagnostics of everything before the history. */
export interface Head {
  readonly system: Count
  readonly tools: Count
  readonly schema: Count
  readonly declarations: readonly DeclarationRow[]
  /** Whether the instruction asks for the form of the answer, because no request field does. */
  readonly schemaAsText: boolean
  readonly diagnostics: readonly Diagnostic[]
}

/** Options for emitting a unit. */
export interface UnitOptions {
  /** Whether the unit's reasoning may be sent. */
  readonly reasoning: boolean
  /** Whether the unit is the session's last. */
  readonly last: boolean
}

/** A unit as the target writes it. */
export interface Fragment {
  readonly messages: readonly object[]
  readonly count: Count
  readonly edits: readonly Edit[]
  readonly notes: readonly FindingNote[]
  /** Wire names of the tools that the unit calls. */
  readonly toolNames: readonly string[]
  /** Number of reasoning parts that were sent. */
  readonly reasoning: number
  /** Ids of a provider's own calls whose results may come in a later answer. */
  readonly waits?: readonly string[]
  /** Ids of a provider's own calls in earlier answers, for results that this unit holds. */
  readonly settles?: readonly string[]
  /** Set for a provider's compaction alone, which an answer may follow without a filler. */
  readonly leads?: true
  /** Events of the unit that answer again, each after a filler. */
  readonly asked?: readonly number[]
  /** Set for a filler between two answers, which belongs to no unit. */
  readonly fills?: true
}

/** Returns the messages of fragments, in order. */
export function messagesOf<Message extends object>(fragments: readonly Fragment[]): Message[] {
  const messages: Message[] = []
  for (const fragment of fragments) for (const message of fragment.messages) messages.push(message as Message)
  return messages
}

/** A back end at work on one compile. */
export interface BackEnd {
  readonly head: Head
  /** Weight of the request without its messages; absent if the API does not limit it. */
  readonly weight?: Weight
  /** Set if a call with its own tag is sent alone when it has no result; no result is made up for it. */
  readonly tags?: true
  unit(block: Block, options: UnitOptions): Fragment
  /** Counts a called tool's bare declaration, the first with the fixed cost of tools; null if not needed. */
  stub(name: string, first?: boolean): Count | null
  /** Tokens that a request may have besides its parts; part of `edges`. */
  readonly request?: Count
  /** Counts what is added before the first and after the last fragment, both undefined for an empty history. */
  edges(first: Fragment | undefined, last: Fragment | undefined): Count
  /** Assembles the request and runs the fixes. */
  finish(
    fragments: readonly Fragment[],
    stubs: readonly string[],
    note: (note: FindingNote) => void,
    edit: (message: object, edit: Edit) => void,
  ): object
  /** Runs every check. */
  verify(request: object): readonly Violation[]
  /** Whether the vendor's server hides a text for one turn, which has these fields, once the turn is over. */
  clears?(envelope: Extra | undefined): boolean
  /** Returns the user message that is added where a model answers again; absent if the target needs none. */
  readonly filler?: () => Fragment
  /** Whether the target refuses a session that ends with this fragment, because there is nothing to answer. */
  idle(last: Fragment | undefined): boolean
  /** Whether a provider's own item may be sent in a block of this role. */
  travels(part: OpaquePart, role: BlockRole): boolean
}

/** A piece of a request that a provider caches as a whole, or a string, of which it caches the unchanged beginning. */
export interface Piece {
  /** JSON pointer of the piece. */
  readonly pointer: string
  readonly value: unknown
  /** Role of the message that holds the piece; null outside the messages. */
  readonly role: string | null
  /** Object of the request that holds the value, if the value is not an object itself. */
  readonly holder?: object
}

/** Places of the cache marks that a request is to have, and their lifetime. */
export interface Breakpoints {
  /** Pointers of pieces. */
  readonly pointers: ReadonlySet<string>
  /** Lifetime in the vendor's words; null for the default. */
  readonly ttl: string | null
}

/** Breakpoints of a request without marks. */
export const noBreakpoints: Breakpoints = { pointers: new Set(), ttl: null }

/** Operations on the cache marks of a target. */
export interface Marking<Rules> {
  /** Returns the rules of a model's cache; null if no rules are known. */
  rules(facts: ModelFacts<Rules>): CacheRules | null
  /** Returns the marks of a request that its reader obeys, by pointer; without it every mark counts. */
  marksIn?(request: object, facts: ModelFacts<Rules>): ReadonlyMap<string, CacheMark>
  /** Whether a piece can take a mark. */
  takes(piece: Piece, facts: ModelFacts<Rules>): boolean
  /** Returns a request with exactly these marks: changed objects are copies, the rest is shared. */
  mark(request: object, marks: Breakpoints, setting: Pick<Setting<Rules>, 'origins' | 'facts'>): object
}

/** Operations of a target whose requests may name a cache that was made beforehand, and that holds their beginning. */
export interface ExplicitCaching {
  /** Returns the fields before the messages that a cache holds in the place of the request. */
  settings(request: object): Omit<CacheInput, 'model' | 'contents' | 'ttl'>
  /** Returns the messages of a request. */
  messages(request: object): readonly object[]
  /** Whether the messages of a request may begin with this one. */
  begins(message: object): boolean
  /** Whether a request names a cache already. */
  isNamed(request: object): boolean
  /** Returns a request that names a cache of its settings and its leading messages. */
  name(
    request: object,
    cache: { readonly name: string; readonly messages: number },
    origins: StringOrigins,
  ): object
}

/** Returns the items of a request's list as pieces. */
export const piecesOf = (
  pointer: string,
  list: readonly unknown[] | undefined,
  role: string | null,
): Piece[] => (list ?? []).map((value, index) => ({ pointer: `${pointer}/${index}`, value, role }))

/** A request format that `compile` can write. */
export interface Target<Rules> {
  readonly name: TargetName
  /** Name for messages to people. */
  readonly label: string
  readonly nameRule: NameRule
  /** Whether a request must have an output limit. */
  readonly demandsMaxOutput: boolean
  /** Largest number of messages of a request. */
  readonly mostMessages: number
  /** Returns the limits of a model's API that are not tokens; absent = none are known. */
  limits?(facts: ModelFacts<Rules>): Limits
  /** Returns the facts of a model; `rows` are the caller's, which win. */
  facts(model: string | null, rows?: readonly ModelRow[]): KnownFacts<Rules>
  /** Returns the pieces of a request in the order in which its provider caches them. */
  pieces(request: object): readonly Piece[]
  /** Returns the pointer of the piece that the model reads after the messages, so that no cache holds it; null for none. */
  trailing?(facts: ModelFacts<Rules>): string | null
  /** Cache marks; null if no provider is known. */
  readonly marking: Marking<Rules> | null
  /** Caches that requests may name; absent if the provider has none. */
  readonly explicitCaching?: ExplicitCaching
  /** Whether reasoning is valid only after exactly the content that it followed. */
  bindsReasoning(facts: ModelFacts<Rules>): boolean
  /** Forms of AI SDK parts in this API; null for a format of no single vendor. */
  readonly forms: PartForms | null
  /** Rules of the request, which `begin` checks and fixes by. */
  readonly rules: AnyRules<Rules>
  /**
   * Returns a request with a question of the user at its end, which the provider's cache treats as a longer one; null if the
   * request asks for a call or a form of the answer, so that no words would come.
   */
  question(request: object, text: string): object | null
  begin(setting: Setting<Rules>): BackEnd
}

/** Returns a target without the type of its model rules, for callers that need not know it. */
export const anyTarget = <Rules>(target: Target<Rules>): Target<never> => target as unknown as Target<never>
