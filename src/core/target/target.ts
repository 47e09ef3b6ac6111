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
import type { Appendable, ModelFacts, ModelRow } from '../ir/model.ts'
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

/** Inputs of a target's back end for one compile. */
export interface Setting<Rules> {
  readonly model: string | null
  readonly facts: ModelFacts<Rules>
  readonly agent: ResolvedAgent
  readonly config: GenerateConfig
  readonly counter: Counter
  readonly origins: StringOrigins
  readonly names: Names
  /** Output limit in tokens to request; null if the caller set none and the target does not require one. */
  readonly maxOutput: number | null
  /** Size in tokens from which the provider is to compact within its answers; null if it is not asked to. */
  readonly compactAt: number | null
  /** Whether the compiler places cache marks later. If so, imported marks are dropped. */
  readonly isRemarked: boolean
}

/** Token counts and diagnostics of a request's head: everything before the history. */
export interface Head {
  readonly system: Count
  readonly tools: Count
  readonly schema: Count
  readonly declarations: readonly DeclarationRow[]
  /** Whether the instruction contains the request for the answer's format, because no request field can express it. */
  readonly schemaAsText: boolean
  readonly diagnostics: readonly Diagnostic[]
}

/** Options for writing a conversation unit. */
export interface UnitOptions {
  /** Whether the unit's reasoning may be sent. */
  readonly reasoning: boolean
  /** Whether the unit is the session's last. */
  readonly last: boolean
}

/** Conversation unit as the target writes it. */
export interface Fragment {
  readonly messages: readonly object[]
  readonly count: Count
  readonly edits: readonly Edit[]
  readonly notes: readonly FindingNote[]
  /** Wire names of the tools that the unit calls. */
  readonly toolNames: readonly string[]
  /** Number of reasoning parts that were sent. */
  readonly reasoning: number
  /** Ids of provider-run calls whose results may come in a later answer. */
  readonly waits?: readonly string[]
  /** Ids of provider-run calls in earlier answers whose results this unit contains. */
  readonly settles?: readonly string[]
  /** Set if the unit is only a provider's compaction. An answer may follow it without a filler message. */
  readonly leads?: true
  /** Events in the unit at which another answer begins. A filler message precedes each of these answers. */
  readonly asked?: readonly number[]
  /** Set if the fragment is a filler message between two answers. Such a fragment belongs to no unit. */
  readonly fills?: true
}

/** Changes of declarations to announce in a message. Tools are given by their declared names. */
export interface Announcement {
  readonly added: readonly string[]
  /** Tools that were removed, and are declared again as they were. */
  readonly restored: readonly string[]
  readonly removed: readonly string[]
  /** Tools whose declarations changed. */
  readonly changed: readonly string[]
  /** Whether the request itself declares tools. */
  readonly hasTools: boolean
  /** Whether only messages declare some of the current tools. */
  readonly isAnnounced: boolean
  /** Whether some of the tools that the request or its messages declare are no longer declared. */
  readonly isWithdrawn: boolean
  /** Whether the request itself has an output schema. */
  readonly hasFormat: boolean
  /** Whether the effort is no longer that of the request. */
  readonly effort: boolean
  /** Whether the output schema is no longer that of the request. */
  readonly format: boolean
}

/** Changes of declarations that a target can tell in messages. */
export interface ToldChanges {
  /** API whose form the messages have. */
  readonly api: string
  readonly kinds: readonly Appendable[]
}

/** Back end of a target during one compile. */
export interface BackEnd {
  readonly head: Head
  /**
   * Weight (sizes other than tokens) of the request without its messages; absent if the API does not limit these sizes.
   */
  readonly weight?: Weight
  /** Set if the request asks the provider to compact within its answers (`compactAt`). */
  readonly compactsWithin?: true
  /** Whether a call with a tag (`Tag`) may be sent without a result. If so, no placeholder result is created for it. */
  readonly tags?: true
  unit(block: Block, options: UnitOptions): Fragment
  /**
   * Counts the minimal declaration of a tool that is called but not declared; null if the API needs no declaration.
   * `first` adds the fixed cost of tools.
   */
  stub(name: string, first?: boolean): Count | null
  /** Tokens that a request may have in addition to its parts. `edges` includes these tokens. */
  readonly request?: Count
  /**
   * Counts the messages that are added before the first fragment and after the last. An empty history has no fragments.
   */
  edges(first: Fragment | undefined, last: Fragment | undefined): Count
  /** Assembles the request and runs the fixes of all rules. */
  finish(
    fragments: readonly Fragment[],
    stubs: readonly string[],
    note: (note: FindingNote) => void,
    edit: (message: object, edit: Edit) => void,
  ): object
  /** Runs the checks of all rules. */
  verify(request: object): readonly Violation[]
  /**
   * Whether a message with these fields has text for one turn only, which the vendor no longer shows to the model after
   * the turn.
   */
  clears?(envelope: Extra | undefined): boolean
  /**
   * Returns the filler message of a user that is added where a model answers again; absent if the target needs none.
   */
  readonly filler?: () => Fragment
  /**
   * Whether the target refuses a session that ends with this fragment, because the model would have nothing to answer.
   */
  idle(last: Fragment | undefined): boolean
  /**
   * Returns the parts of a developer's message that tell the model of changed declarations. The back end was made for
   * the changed declarations. Returns null if the API cannot express a change; absent if it can express none.
   */
  announce?(changes: Announcement): readonly OpaquePart[] | null
  /** Whether a provider-specific item may be sent in a block of this role. */
  travels(part: OpaquePart, role: BlockRole): boolean
}

/**
 * Piece of a request that a provider caches as a whole. If the piece is a string, the provider caches its unchanged
 * beginning.
 */
export interface Piece {
  /** JSON pointer of the piece. */
  readonly pointer: string
  readonly value: unknown
  /** Role of the message that contains the piece; null outside the messages. */
  readonly role: string | null
  /** Object in the request that contains the value; only set if the value itself is not an object. */
  readonly holder?: object
}

/** Places and lifetime of the cache marks that a request gets. */
export interface Breakpoints {
  /** JSON pointers of the pieces that have a cache mark. */
  readonly pointers: ReadonlySet<string>
  /** Lifetime as the vendor writes it; null for the vendor's default. */
  readonly ttl: string | null
}

/** Breakpoints of a request without cache marks. */
export const noBreakpoints: Breakpoints = { pointers: new Set(), ttl: null }

/** Operations of a target on cache marks. */
export interface Marking<Rules> {
  /** Returns the cache rules for a model; null if no rules are known. */
  rules(facts: ModelFacts<Rules>): CacheRules | null
  /**
   * Returns, by pointer, the cache marks that the software reading the request uses. Without this function, every mark
   * is used.
   */
  marksIn?(request: object, facts: ModelFacts<Rules>): ReadonlyMap<string, CacheMark>
  /** Whether a piece may have a cache mark. */
  takes(piece: Piece, facts: ModelFacts<Rules>): boolean
  /** Returns a request with exactly these cache marks. Changed objects are copies; all others are shared. */
  mark(request: object, marks: Breakpoints, setting: Pick<Setting<Rules>, 'origins' | 'facts'>): object
}

/**
 * Operations of a target whose requests can name an existing cache. The cache contains the beginning of the request.
 */
export interface ExplicitCaching {
  /** Returns those fields before the messages that are stored in the cache and so are not sent. */
  settings(request: object): Omit<CacheInput, 'model' | 'contents' | 'ttl'>
  /** Returns the messages of a request. */
  messages(request: object): readonly object[]
  /** Whether the messages of a request may begin with this one. */
  begins(message: object): boolean
  /** Whether a request already names a cache. */
  isNamed(request: object): boolean
  /** Returns a request that names a cache, without the settings and the leading messages in the cache. */
  name(
    request: object,
    cache: { readonly name: string; readonly messages: number },
    origins: StringOrigins,
  ): object
}

/** Returns the items of a list in a request as pieces. */
export const listAsPieces = (
  pointer: string,
  list: readonly unknown[] | undefined,
  role: string | null,
): Piece[] => (list ?? []).map((value, index) => ({ pointer: `${pointer}/${index}`, value, role }))

/** A request format that `compile` can write. */
export interface Target<Rules> {
  readonly name: TargetName
  /** Name that messages to people use. */
  readonly label: string
  readonly nameRule: NameRule
  /** Whether a request must have an output limit. */
  readonly demandsMaxOutput: boolean
  /** Maximum number of messages in a request. */
  readonly mostMessages: number
  /** Returns the limits of a model's API other than token limits; absent if none are known. */
  limits?(facts: ModelFacts<Rules>): Limits
  /** Returns the facts about a model. `rows` are the caller's rows, which take precedence. */
  facts(model: string | null, rows?: readonly ModelRow[]): KnownFacts<Rules>
  /** Returns the pieces of a request in the order in which its provider caches them. */
  pieces(request: object): readonly Piece[]
  /**
   * Returns the pointer of the piece that the model reads after the messages; null if there is none. This piece is
   * never cached.
   */
  trailing?(facts: ModelFacts<Rules>): string | null
  /** Operations on cache marks; null if the provider is unknown. */
  readonly marking: Marking<Rules> | null
  /** Operations on caches that requests can name; absent if the provider has none. */
  readonly explicitCaching?: ExplicitCaching
  /**
   * Returns the HTTP headers that a request to a model needs in addition to its body; absent if the API needs none for
   * any request.
   */
  headers?(request: object, model: string | null): Readonly<Record<string, string>>
  /** Whether reasoning is valid only directly after the content that it originally followed, unchanged. */
  bindsReasoning(facts: ModelFacts<Rules>): boolean
  /**
   * Whether a model reads the reasoning that the model `maker` wrote; absent if no model of the target binds
   * reasoning.
   */
  reads?(facts: ModelFacts<Rules>, model: string, maker: string): boolean
  /**
   * Returns the changes of declarations that can be told in messages to a model; absent if the target has one API, so
   * that all changes can be told that the API accepts.
   */
  told?(facts: ModelFacts<Rules>): ToldChanges
  /**
   * Returns the provider names under which a package reads options for a request, the first one that has any; absent if
   * the target has one API.
   */
  providers?(facts: ModelFacts<Rules>): readonly string[]
  /** Conversions of AI SDK parts to this API; null for a format that several vendors share. */
  readonly forms: PartForms | null
  /** Rules of the request, which the back end fixes and checks. */
  readonly rules: AnyRules<Rules>
  /**
   * Returns a request with a user's question added at its end. The provider's cache treats it as a longer version of
   * the same request. Returns null if the request asks for a call or an answer format, because then the model would not
   * answer with text.
   */
  question(request: object, text: string): object | null
  /**
   * Returns the request that asks the provider to compact the messages of a request that was sent; null if the request
   * or the model does not allow it. Absent if the provider makes no compactions on request.
   */
  compactionRequest?(request: object, facts: ModelFacts<Rules>, model: string): object | null
  begin(setting: Setting<Rules>): BackEnd
}

/** Returns a target with the type of its model rules hidden, for callers that do not need this type. */
export const anyTarget = <Rules>(target: Target<Rules>): Target<never> => target as unknown as Target<never>
