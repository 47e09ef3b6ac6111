import type { Tier } from './block.ts'
import type { Visibility } from './event.ts'
import type { JsonObject } from './json.ts'
import type { Part } from './part.ts'

/**
 * Selection of the session's units for an agent, as a set of clauses. The agent is shown the units that any clause
 * selects, critical units and the current input. Each unit appears once, in the order of the session.
 */
export type Policy = readonly PolicyNode[]

/** A piece of a policy: a selection of session units, or a context block. */
export type PolicyNode = Clause | Source

/** A selection of session units, with their importance and their permitted operations. */
export interface Clause {
  readonly kind: 'clause'
  readonly select: Selector
  /** Importance; `important` if omitted. If several clauses select a unit, it gets the highest tier. */
  readonly tier?: Tier
  /** Tokens of the clause's newest units that are dropped last of all non-critical units. */
  readonly atLeast?: number
  /** Most tokens that the clause's units may take; the newest are kept. Of a critical clause, older units are important instead. */
  readonly atMost?: number
  /**
   * Operations that may be applied to its units, in any order. If several clauses select a unit, the gentlest
   * decides.
   */
  readonly operations: readonly Operation[]
  /** The clause applies only if all these conditions are true. */
  readonly when: readonly Condition[]
  /** Fallback clause, used if this one selects nothing. */
  readonly orElse?: Clause
}

/** A condition on the state: a key whose value must be truthy, or a function of the state that must return true. */
export type Condition = string | ((state: Readonly<Record<string, unknown>>) => boolean)

/** Function of the state that writes a text; null if there is nothing to say. */
export type StateWriter = (state: Readonly<Record<string, unknown>>) => string | null

/** Selection of units. A unit is selected whole if any part matches. Developers' messages count as users'. */
export type Selector =
  | { readonly by: 'all' }
  | { readonly by: 'none' }
  /**
   * The newest turns. A turn runs from one user message to the next. The window moves every `slack` turns; with 0,
   * every turn.
   */
  | { readonly by: 'window'; readonly turns: number; readonly slack: number }
  /** The newest units, or the newest of those that meet `of`. The window moves every `slack` units; with 0, every unit. */
  | { readonly by: 'last'; readonly units: number; readonly slack: number; readonly of?: Where }
  /** The oldest units, or the oldest of those that meet `of`. */
  | { readonly by: 'first'; readonly units: number; readonly of?: Where }
  /** Turns whose weight, halved every `halfLife` turns, is at least `minScore`. */
  | { readonly by: 'recent'; readonly halfLife: number; readonly minScore: number }
  /** Units of users and developers. */
  | { readonly by: 'users' }
  /** Units of users, developers and these agents. */
  | { readonly by: 'agents'; readonly names: readonly string[] }
  /** All units except those of these agents. */
  | { readonly by: 'other-agents'; readonly names: readonly string[] }
  /** Units that meet all given conditions; a list is met by any of its entries. */
  | { readonly by: 'where'; readonly where: Where }

/** Selector of one kind. */
export type SelectorOf<By extends Selector['by']> = Extract<Selector, { readonly by: By }>

/** A regular expression as data. */
export interface TextPattern {
  readonly pattern: string
  /** Some of `i`, `m`, `s`, `u` and `v`. */
  readonly flags?: string
}

/** Text to look for: a part of it, or a regular expression. */
export type TextTest = string | TextPattern

/** Conditions on a unit. */
export interface Where {
  /** Text that one of its texts must hold: words of a message, arguments of a call, or a result. */
  readonly text?: TextTest | readonly TextTest[]
  /** Id of an app's message that one of its events was made from. */
  readonly id?: string | readonly string[]
  /** Author: `user`, `developer`, `tool`, or an agent by its name. */
  readonly author?: string | readonly string[]
  readonly role?: UnitRole | readonly UnitRole[]
  /** Kind of a part that the unit must contain. */
  readonly type?: Part['kind'] | readonly Part['kind'][]
  /** Name of a tag that a part of the unit must have. */
  readonly tag?: string | readonly string[]
  /** Tool that the unit must call or hold a result of. */
  readonly tool?: string | readonly string[]
  /** Whether streams to users show the event with which the unit begins: `user`, or `internal` if they do not. */
  readonly visibility?: Visibility | readonly Visibility[]
}

/** Role of a unit's speaker. */
export type UnitRole = 'user' | 'developer' | 'model' | 'tool'

/** Operation on a unit's texts. A clause has at most one of each kind. */
export type Operation =
  /** Long results are compacted, with a handle that restores them. */
  | {
      readonly op: 'compact'
      /** Age in turns beyond which texts are always compacted; if omitted, only when there is no room otherwise. */
      readonly olderThan?: number
      /** Age in steps (a model response with its results) beyond which texts are always compacted. */
      readonly olderThanSteps?: number
      /** Length in characters beyond which a text is compacted. */
      readonly over: number
      /** Tells the model how to call the agent's tool that restores a result. */
      readonly expand?: 'tool'
    }
  /** Long results are truncated. */
  | { readonly op: 'truncate'; readonly tokens: number; readonly keep: 'head' | 'tail' | 'both' }
  /** JSON results are shown with only these fields, or without them. */
  | { readonly op: 'project'; readonly keep?: readonly string[]; readonly omit?: readonly string[] }
  /**
   * Repeated results are omitted: `exact` if an earlier one is shown no shorter, `alike` also if the two differ in blanks and
   * case, `superseded` if a later call with the same arguments replaces them.
   */
  | { readonly op: 'dedupe'; readonly which: 'exact' | 'alike' | 'superseded' }
  /** Old results are left out, or marked. */
  | {
      readonly op: 'fresh'
      readonly turns?: number
      readonly time?: number
      readonly action: 'exclude' | 'warn'
    }
  /** Texts from outside are put between tags, and their words are marked. */
  | { readonly op: 'fence'; readonly trust: 'external' | 'tool'; readonly mark: boolean }
  /** Summaries by a model stand for older units. */
  | {
      readonly op: 'summarize'
      /** Age in turns beyond which units are always summarized; if omitted, only when there is no room otherwise. */
      readonly olderThan?: number
      /** Tokens of the units that one summary stands for. */
      readonly segment?: number
      readonly prompt?: string
      /** JSON Schema of a summary. */
      readonly schema?: JsonObject
      readonly model?: string
    }
  /** The unit is sent as text, between tags that name the speaker. */
  | { readonly op: 'render'; readonly as: 'text' }

/** Operation of one kind. */
export type OperationOf<Op extends Operation['op']> = Extract<Operation, { readonly op: Op }>

/** Options of `fence`, which tells a model where texts from outside begin and end. */
export interface FenceOptions {
  /** Trust of the texts: those of outsiders (`external`, the default), or all results of tools (`tool`). */
  readonly trust?: 'external' | 'tool'
  /** Whether each word is marked with `^` as well. It costs about a token a word; false by default. */
  readonly mark?: boolean
}

/** A context block that the compiler puts after the history, between tags that name its source. */
export interface Source {
  readonly kind: 'source'
  readonly from: Origins
  readonly tier?: Tier
  /** Most tokens that the block may take; the rest is cut. */
  readonly atMost?: number
  readonly when: readonly Condition[]
}

/** Format of a list of notes. */
export type NotesFormat = 'plain' | 'checklist' | 'numbered' | 'log' | 'structured'

/** Sources of context blocks. */
export type Origins =
  /** State values, by key. */
  | { readonly source: 'state'; readonly keys: readonly string[] }
  /** A template: `{key}` is a state value. */
  | { readonly source: 'template'; readonly text: string }
  /** A text that a function writes from the state; no block for null and for an empty text. */
  | { readonly source: 'text'; readonly name: string; readonly write: StateWriter }
  /** Notes: a list or a text under a key of the state. */
  | { readonly source: 'notes'; readonly key: string; readonly format: NotesFormat }
  /** Memories of other sessions of the owner that answer a query. */
  | { readonly source: 'memory'; readonly query?: string; readonly queryKey?: string; readonly top: number }
  /** A text that is passed to the compile under a name. */
  | { readonly source: 'artifact'; readonly name: string }
  /** Units that are not in the history but relate to a query, in the order of the session. */
  | {
      readonly source: 'relevant'
      /** Query as a text, or as the value of a state key; without either, the current input. */
      readonly query?: string
      readonly queryKey?: string
      /** Most units to add. */
      readonly top?: number
      readonly scorer: 'words' | 'embeddings'
      /** Most units that one compile has embedded. */
      readonly embedAtMost?: number
    }

/** Origins of one kind. */
export type OriginsOf<Of extends Origins['source']> = Extract<Origins, { readonly source: Of }>

/** A policy for one state, with its conditions already evaluated. */
export interface ActivePolicy {
  /** Clauses in order, each with its `orElse` fallback. */
  readonly clauses: readonly Clause[]
  readonly sources: readonly PlacedSource[]
  /** Operations on units that are shown though no clause selects them. */
  readonly always?: readonly Operation[]
}

/** A source and its index in the policy. */
export interface PlacedSource {
  readonly place: number
  readonly source: Source
}
