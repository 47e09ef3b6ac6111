import type { Tier } from './block.ts'
import type { Visibility } from './event.ts'
import type { JsonObject } from './json.ts'
import type { Part } from './part.ts'

/**
 * Selection of the session's units for an agent, as a set of clauses. The agent is shown the units that at least one
 * clause selects, critical units, and the current input. Each unit is shown once, in the order of the session.
 */
export type Policy = readonly PolicyNode[]

/** An element of a policy: a selection of session units, or a context block. */
export type PolicyNode = Clause | Source

/** A selection of session units, with their importance and the operations on them. */
export interface Clause {
  readonly kind: 'clause'
  readonly select: Selector
  /** Importance; `important` if omitted. If several clauses select a unit, it gets the highest tier. */
  readonly tier?: Tier
  /**
   * Number of tokens of the clause's newest units that are dropped only after all other units that are not critical.
   */
  readonly atLeast?: number
  /**
   * Maximum number of tokens for the clause's units; the newest units are kept. In a critical clause, units beyond the
   * maximum become important instead of critical.
   */
  readonly atMost?: number
  /**
   * Operations on the clause's units, in any order. If several clauses select a unit, the gentlest operations apply.
   */
  readonly operations: readonly Operation[]
  /** Conditions that must all be true for the clause to apply. */
  readonly when: readonly Condition[]
  /** Fallback clause, used if this clause selects nothing. */
  readonly orElse?: Clause
}

/** A condition on the state: a key whose value must be truthy, or a function of the state that must return true. */
export type Condition = string | ((state: Readonly<Record<string, unknown>>) => boolean)

/** Function that writes a text from the state; null if there is no text. */
export type StateWriter = (state: Readonly<Record<string, unknown>>) => string | null

/**
 * Selection of units. If a part of a unit matches, the whole unit is selected. Developers' messages count as users'
 * messages.
 */
export type Selector =
  | { readonly by: 'all' }
  | { readonly by: 'none' }
  /**
   * The newest turns. A turn runs from one user message to the next. The window moves every `slack` turns; if `slack`
   * is 0, every turn.
   */
  | { readonly by: 'window'; readonly turns: number; readonly slack: number }
  /**
   * The newest units, or the newest units that meet `of`. The window moves every `slack` units; if `slack` is 0, every
   * unit.
   */
  | { readonly by: 'last'; readonly units: number; readonly slack: number; readonly of?: Where }
  /** The oldest units, or the oldest units that meet `of`. */
  | { readonly by: 'first'; readonly units: number; readonly of?: Where }
  /** Turns with a weight of at least `minScore`. The weight is halved every `halfLife` turns. */
  | { readonly by: 'recent'; readonly halfLife: number; readonly minScore: number }
  /** Units of users and developers. */
  | { readonly by: 'users' }
  /** Units of users, developers and these agents. */
  | { readonly by: 'agents'; readonly names: readonly string[] }
  /** All units except those of these agents. */
  | { readonly by: 'other-agents'; readonly names: readonly string[] }
  /** Units that meet all given conditions. A condition that is a list is met if one of its entries matches. */
  | { readonly by: 'where'; readonly where: Where }

/** Selector of one kind. */
export type SelectorOf<By extends Selector['by']> = Extract<Selector, { readonly by: By }>

/** A regular expression as data. */
export interface TextPattern {
  readonly pattern: string
  /** Flags of the expression, from `i`, `m`, `s`, `u` and `v`. */
  readonly flags?: string
}

/** Text to look for: a substring, or a regular expression. */
export type TextTest = string | TextPattern

/** Conditions on a unit. */
export interface Where {
  /** Text that one of the unit's texts must contain: message text, arguments of a call, or a result. */
  readonly text?: TextTest | readonly TextTest[]
  /** Id of an app's message from which one of the unit's events was made. */
  readonly id?: string | readonly string[]
  /** Author: `user`, `developer`, `tool`, or the name of an agent. */
  readonly author?: string | readonly string[]
  readonly role?: UnitRole | readonly UnitRole[]
  /** Kind of a part that the unit must contain. */
  readonly type?: Part['kind'] | readonly Part['kind'][]
  /** Name of a tag that a part of the unit must have. */
  readonly tag?: string | readonly string[]
  /** Tool that the unit must call or have a result of. */
  readonly tool?: string | readonly string[]
  /** Visibility of the unit's first event in streams to users: `user` if they show it, `internal` if not. */
  readonly visibility?: Visibility | readonly Visibility[]
}

/** Role of a unit's author. */
export type UnitRole = 'user' | 'developer' | 'model' | 'tool'

/** Operation on a unit's texts. A clause has at most one operation of each kind. */
export type Operation =
  /** Compacts long results, with a handle that restores them. */
  | {
      readonly op: 'compact'
      /** `arrival`: results are compacted before the first request that shows them, and stay so. */
      readonly at?: 'arrival'
      /**
       * Age in turns above which texts are always compacted. Without `at` and an age, texts are compacted only if the
       * history is too long.
       */
      readonly olderThan?: number
      /** Age in steps (a model response with its results) above which texts are always compacted. */
      readonly olderThanSteps?: number
      /** Length in characters above which a text is compacted. */
      readonly over: number
      /** Maximum number of characters of a compacted text. */
      readonly keep?: number
      /** Maximum number of characters of the list of identifiers that a compacted text lacks; 0 for no list. */
      readonly names?: number
      /** Whether the compacted text names the agent's tool that restores a result. */
      readonly expand?: 'tool'
    }
  /** Truncates long results. */
  | { readonly op: 'truncate'; readonly tokens: number; readonly keep: 'head' | 'tail' | 'both' }
  /** Shows JSON results with only these fields, or without them. */
  | { readonly op: 'project'; readonly keep?: readonly string[]; readonly omit?: readonly string[] }
  /**
   * Drops repeated results. `exact`: an earlier identical result is shown in full. `alike`: the two may also differ in
   * white space and case. `superseded`: a later call has the same arguments.
   */
  | { readonly op: 'dedupe'; readonly which: 'exact' | 'alike' | 'superseded' }
  /** Drops outdated results, or marks them. */
  | {
      readonly op: 'fresh'
      readonly turns?: number
      readonly time?: number
      readonly action: 'exclude' | 'warn'
    }
  /** Puts texts from outside between tags, and optionally marks their words. */
  | { readonly op: 'fence'; readonly trust: 'external' | 'tool'; readonly mark: boolean }
  /** Replaces older units with summaries that a model writes. */
  | {
      readonly op: 'summarize'
      /**
       * Age in turns above which units are always summarized. If omitted, units are summarized only if the history is
       * too long.
       */
      readonly olderThan?: number
      /** Number of tokens of the units that one summary replaces. */
      readonly segment?: number
      readonly prompt?: string
      /** JSON Schema of a summary. */
      readonly schema?: JsonObject
      readonly model?: string
    }
  /** Sends the unit as text, between tags that name the author. */
  | { readonly op: 'render'; readonly as: 'text' }

/** Operation of one kind. */
export type OperationOf<Op extends Operation['op']> = Extract<Operation, { readonly op: Op }>

/** Options of `fence`, which shows a model where texts from outside begin and end. */
export interface FenceOptions {
  /**
   * Trust level up to which texts are fenced: texts from outside (`external`, the default), or all tool results
   * (`tool`).
   */
  readonly trust?: 'external' | 'tool'
  /** Whether each word is also marked with `^`, which costs about one token per word; false by default. */
  readonly mark?: boolean
}

/** A context block that the compiler puts after the history, between tags that name its source. */
export interface Source {
  readonly kind: 'source'
  readonly from: Origins
  readonly tier?: Tier
  /** Maximum number of tokens of the block; the rest is cut. */
  readonly atMost?: number
  readonly when: readonly Condition[]
}

/** Format of a list of notes. */
export type NotesFormat = 'plain' | 'checklist' | 'numbered' | 'log' | 'structured'

/** Sources of context blocks. */
export type Origins =
  /** Values of the state, by key. */
  | { readonly source: 'state'; readonly keys: readonly string[] }
  /** A template in which each `{key}` is replaced with its state value. */
  | { readonly source: 'template'; readonly text: string }
  /** A text that a function writes from the state. If the text is null or empty, there is no block. */
  | { readonly source: 'text'; readonly name: string; readonly write: StateWriter }
  /** Notes: a list or a text under a key of the state. */
  | { readonly source: 'notes'; readonly key: string; readonly format: NotesFormat }
  /** Memories from other sessions of the owner that match a query. */
  | { readonly source: 'memory'; readonly query?: string; readonly queryKey?: string; readonly top: number }
  /** A text that the caller passes to the compile under this name. */
  | { readonly source: 'artifact'; readonly name: string }
  /** Units that match a query and are not in the history, in the order of the session. */
  | {
      readonly source: 'relevant'
      /** Query as a text, or as the value of a state key; if both are omitted, the current input. */
      readonly query?: string
      readonly queryKey?: string
      /** Maximum number of units to add. */
      readonly top?: number
      readonly scorer: 'words' | 'embeddings'
      /** Maximum number of units for which one compile requests embeddings. */
      readonly embedAtMost?: number
    }

/** Origins of one kind. */
export type OriginsOf<Of extends Origins['source']> = Extract<Origins, { readonly source: Of }>

/** A policy for one state of the session; its conditions are already evaluated. */
export interface ActivePolicy {
  /** Clauses in order. Each may have an `orElse` fallback. */
  readonly clauses: readonly Clause[]
  readonly sources: readonly PlacedSource[]
  /** Operations on units that are shown although no clause selects them. */
  readonly always?: readonly Operation[]
}

/** A source and its index in the policy. */
export interface PlacedSource {
  readonly place: number
  readonly source: Source
}
