import type { GenerateConfig } from '../agent/agent.ts'
import type { ResolvedAgent } from '../agent/resolved.ts'
import type { Counter } from '../count/counter.ts'
import type { Note } from '../diag/collect.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import type { Block, BlockRole } from '../ir/block.ts'
import type { CacheRules } from '../ir/cache.ts'
import type { Count } from '../ir/count.ts'
import type { Edit } from '../ir/edit.ts'
import type { ModelFacts } from '../ir/model.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { DeclarationRow } from '../map/ledger.ts'
import type { Origins } from '../map/origins.ts'
import type { KnownFacts } from './facts.ts'
import type { NameRule, Names } from './names.ts'
import type { Violation } from './rule.ts'
import type { PartForms } from './vendor-form/form.ts'

/** Inputs of a back end for one compile. */
export interface Setting<Rules> {
  readonly model: string | null
  readonly facts: ModelFacts<Rules>
  readonly agent: ResolvedAgent
  readonly config: GenerateConfig
  readonly counter: Counter
  readonly origins: Origins
  readonly names: Names
  /** Tokens to ask for at the most; null where the caller set none and the target does not demand it. */
  readonly maxOutput: number | null
  /** Marks of what to cache are put in later: those that came in do not go along. */
  readonly isRemarked: boolean
}

/** Sizes and diagnostics of everything before the history. */
export interface Head {
  readonly system: Count
  readonly tools: Count
  readonly schema: Count
  readonly declarations: readonly DeclarationRow[]
  /** Whether the instruction asks for the form of the answer, because no field does. */
  readonly schemaAsText: boolean
  readonly diagnostics: readonly Diagnostic[]
}

/** Options for emitting a unit. */
export interface UnitOptions {
  /** Whether its reasoning may go along. */
  readonly reasoning: boolean
  /** Whether it is the session's last unit. */
  readonly last: boolean
}

/** A unit as the target writes it. */
export interface Fragment {
  readonly messages: readonly object[]
  readonly count: Count
  readonly edits: readonly Edit[]
  readonly notes: readonly Note[]
  /** Names of the tools that it calls, as sent. */
  readonly toolNames: readonly string[]
  /** Number of reasoning parts that were sent. */
  readonly reasoning: number
  /** Ids of a provider's own calls whose results may come in a later answer. */
  readonly waits?: readonly string[]
  /** Ids of a provider's own calls in earlier answers whose results it holds. */
  readonly settles?: readonly string[]
}

/** The messages of fragments, in order. */
export function messagesOf<Message extends object>(fragments: readonly Fragment[]): Message[] {
  const messages: Message[] = []
  for (const fragment of fragments) for (const message of fragment.messages) messages.push(message as Message)
  return messages
}

/** A back end at work on one compile. */
export interface BackEnd {
  readonly head: Head
  /** A call with a tag of its own stands alone where no result came: none is put in. */
  readonly tags?: true
  unit(block: Block, options: UnitOptions): Fragment
  /** Counts a called tool's bare declaration, the first with the fixed cost of tools; null if not needed. */
  stub(name: string, first?: boolean): Count | null
  /** Counts the additions before the first and after the last fragment, both undefined for an empty history. */
  edges(first: Fragment | undefined, last: Fragment | undefined): Count
  /** Puts the request together and runs the fixes. */
  finish(
    fragments: readonly Fragment[],
    stubs: readonly string[],
    note: (note: Note) => void,
    edit: (message: object, edit: Edit) => void,
  ): object
  /** Runs every check. */
  verify(request: object): readonly Violation[]
  /** Whether the target refuses a session that ends with this fragment, since there is nothing to answer. */
  idle(last: Fragment | undefined): boolean
  /** Whether a provider's own item may go along when it stands in a block of this role. */
  travels(part: OpaquePart, role: BlockRole): boolean
}

/** A piece of a request that is cached or read anew as a whole, or a string that is so as far as it goes. */
export interface Piece {
  /** JSON pointer of it. */
  readonly pointer: string
  readonly value: unknown
  /** Whose message it stands in; null outside the messages. */
  readonly role: string | null
  /** The object of the request that holds it, where it is none itself. */
  readonly holder?: object
}

/** Places of the marks that a request is to bear, and their lifetime. */
export interface Breakpoints {
  /** Pointers of pieces. */
  readonly pointers: ReadonlySet<string>
  /** A lifetime in the vendor's words; null for the usual one. */
  readonly ttl: string | null
}

/** No marks at all. */
export const noBreakpoints: Breakpoints = { pointers: new Set(), ttl: null }

/** Operations on the cache marks of a target. */
export interface Marking<Rules> {
  /** Returns the rules of a model's cache; null where nothing is known of it. */
  rules(facts: ModelFacts<Rules>): CacheRules | null
  /** Whether a mark may stand on a piece. */
  takes(piece: Piece, facts: ModelFacts<Rules>): boolean
  /** A request with these marks and no others: copies of what is changed, the rest as it is. */
  mark(request: object, marks: Breakpoints, setting: Pick<Setting<Rules>, 'origins' | 'facts'>): object
}

/** A list of a request as pieces. */
export const piecesOf = (
  pointer: string,
  list: readonly unknown[] | undefined,
  role: string | null,
): Piece[] => (list ?? []).map((value, index) => ({ pointer: `${pointer}/${index}`, value, role }))

/** A request format that can be compiled to. */
export interface Target<Rules> {
  readonly name: TargetName
  /** For people. */
  readonly label: string
  readonly nameRule: NameRule
  /** An output limit must be sent. */
  readonly demandsMaxOutput: boolean
  /** The most messages that a request may have. */
  readonly mostMessages: number
  facts(model: string | null): KnownFacts<Rules>
  /** The pieces of a request in the order in which its provider caches them. */
  pieces(request: object): readonly Piece[]
  /** Null where no provider is known. */
  readonly marking: Marking<Rules> | null
  /** Whether reasoning is bound to everything before it. */
  bindsReasoning(facts: ModelFacts<Rules>): boolean
  /** Forms of the AI SDK's parts in this API; null for a format of no single vendor. */
  readonly forms: PartForms | null
  begin(setting: Setting<Rules>): BackEnd
}

/** A target for those who need not know the rules of its models. */
export const anyTarget = <Rules>(target: Target<Rules>): Target<never> => target as unknown as Target<never>
