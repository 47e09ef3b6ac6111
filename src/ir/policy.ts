import type { Part } from './part.ts'
import type { Tier } from './tier.ts'

/**
 * Selection of what an agent is shown of a session, as a set of clauses. The agent is shown the units that
 * any clause selects, critical units and the current input, in the order of the session: never twice, never
 * in another order.
 */
export type Policy = readonly PolicyNode[]

/** A piece of a policy: units of the session, or words that are put beside them. */
export type PolicyNode = Clause | Source

/** Units of the session, how much they matter, and how they may be shown. */
export interface Clause {
  readonly kind: 'clause'
  readonly select: Selector
  /** `important` when left out. Of a unit that several clauses select, the highest counts. */
  readonly tier?: Tier
  /** Tokens of the newest of its units that go last of all that is not critical. */
  readonly atLeast?: number
  /** The most tokens that its units may take: the newest stay. */
  readonly atMost?: number
  /** Operations that may be applied to its units, in any order. Of several clauses, the gentlest decides. */
  readonly operations: readonly Operation[]
  /** It counts only where all of these hold. */
  readonly when: readonly Condition[]
  /** Stands for it where it selects nothing. */
  readonly orElse?: Clause
}

/** Holds while a key of the state is true in JavaScript's sense, or while a function of the state says so. */
export type Condition = string | ((state: Readonly<Record<string, unknown>>) => boolean)

/** Selection of units: a unit is selected whole if any part matches. Developers' words count as users'. */
export type Selector =
  | { readonly by: 'all' }
  | { readonly by: 'none' }
  /** The newest turns: each from a user's message up to the next. It moves on only every `slack` turns; with 0, with each. */
  | { readonly by: 'window'; readonly turns: number; readonly slack: number }
  /** The newest units. It moves on only every `slack` units; with 0, with each. */
  | { readonly by: 'last'; readonly units: number; readonly slack: number }
  /** The oldest units. */
  | { readonly by: 'first'; readonly units: number }
  /** Turns whose weight, halved every `halfLife` turns, is `minScore` or more. */
  | { readonly by: 'recent'; readonly halfLife: number; readonly minScore: number }
  /** Units of users and developers. */
  | { readonly by: 'users' }
  /** Units of users and developers, and of these agents. */
  | { readonly by: 'agents'; readonly names: readonly string[] }
  /** All but what these agents said. */
  | { readonly by: 'other-agents'; readonly names: readonly string[] }
  /** Units for which all that is given holds; of a list, any. */
  | { readonly by: 'where'; readonly where: Where }

/** Selector of one kind. */
export type SelectorOf<By extends Selector['by']> = Extract<Selector, { readonly by: By }>

/** Conditions on a unit. */
export interface Where {
  /** Author: `user`, `developer`, `tool`, or an agent by its name. */
  readonly author?: string | readonly string[]
  readonly role?: UnitRole | readonly UnitRole[]
  /** A part of this kind is in it. */
  readonly type?: Part['kind'] | readonly Part['kind'][]
  /** A part with a tag of this name is in it. */
  readonly tag?: string | readonly string[]
  /** It calls this tool, or is its answer. */
  readonly tool?: string | readonly string[]
}

/** Role of a unit's speaker. */
export type UnitRole = 'user' | 'developer' | 'model' | 'tool'

/** Operation on a unit's texts. A clause has at most one of each kind. */
export type Operation =
  /** Long results are shown short, with a handle that brings them back. */
  | {
      readonly op: 'compact'
      /** Texts before the newest so many turns, always; omitted: only when there is no room otherwise. */
      readonly olderThan?: number
      /** Texts before the newest so many steps (a model response with its results), always. */
      readonly olderThanSteps?: number
      /** Texts of more characters than this. */
      readonly over: number
      /** The model is told how to call the agent's tool that brings a result back. */
      readonly expand?: 'tool'
    }
  /** Long results are cut. */
  | { readonly op: 'truncate'; readonly tokens: number; readonly keep: 'head' | 'tail' | 'both' }
  /** Results that are JSON are shown with these fields, or without them. */
  | { readonly op: 'project'; readonly keep?: readonly string[]; readonly omit?: readonly string[] }
  /** A result that was there before, and is shown no shorter there, is not told again; or one that a later call with the same arguments replaces. */
  | { readonly op: 'dedupe'; readonly which: 'exact' | 'superseded' }
  /** Told as words, between tags that name who said them. */
  | { readonly op: 'render'; readonly as: 'text' }

/** Operation of one kind. */
export type OperationOf<Op extends Operation['op']> = Extract<Operation, { readonly op: Op }>

/** Words that the compiler puts behind the history, between tags that name where they come from. */
export interface Source {
  readonly kind: 'source'
  readonly from: Origins
  readonly tier?: Tier
  /** The most tokens it may take: what is beyond is cut. */
  readonly atMost?: number
  readonly when: readonly Condition[]
}

/** Sources of words. */
export type Origins =
  /** Values of the state, by key. */
  | { readonly source: 'state'; readonly keys: readonly string[] }
  /** A template: `{key}` is a value of the state. */
  | { readonly source: 'template'; readonly text: string }
  /** Notes: what a key of the state holds, a list or a text. */
  | { readonly source: 'notes'; readonly key: string; readonly format: 'plain' | 'checklist' | 'numbered' }
  /** A text that the compile is given under a name. */
  | { readonly source: 'artifact'; readonly name: string }
  /** Units that are not shown otherwise and have to do with a query, in the order of the session. */
  | {
      readonly source: 'relevant'
      /** Query: a text, or the value of a key of the state; without either, the current input. */
      readonly query?: string
      readonly queryKey?: string
      /** The most units. */
      readonly top?: number
      readonly scorer: 'words' | 'embeddings'
      /** The most units that one compile has embeddings made of. */
      readonly embedAtMost?: number
    }

/** Origins of one kind. */
export type OriginsOf<Of extends Origins['source']> = Extract<Origins, { readonly source: Of }>

/** A policy as it holds for one state: what was asked of the state is answered. */
export interface ActivePolicy {
  /** In order; each with those that stand for it where it selects nothing. */
  readonly clauses: readonly Clause[]
  readonly sources: readonly PlacedSource[]
}

/** A source, and which piece of the policy it is. */
export interface PlacedSource {
  readonly place: number
  readonly source: Source
}
