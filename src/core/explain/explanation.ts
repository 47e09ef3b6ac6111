import type { Diagnostic } from '../diag/diagnostic.ts'
import type { Edit } from '../ir/edit.ts'
import type { Loss } from '../ir/loss.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { UnitKind } from '../ir/unit.ts'
import type { Fate } from '../map/ledger.ts'

/** Source of an entry: an event, a declaration or the compiler. */
export interface Source {
  /** Origin as in the map: `e:SEQ.PART`, `d:PATH` or `c:CODE`. */
  readonly origin: string
  /** Origin for people: `message[14]`, `tool search`. */
  readonly place: string
  /** Author of the source; null if it has none. */
  readonly author: string | null
  /** Tool that returned the result; null for any other source. */
  readonly tool: string | null
  /** First words on one line; null if the source was not read. */
  readonly preview: string | null
}

/** Fields of every entry of an explanation. Sizes are in tokens. */
export interface Entry {
  /** Estimated size in the request. */
  readonly tokens: number
  /** Upper bound of the size, which counts against the limit; null if only the estimate is known. */
  readonly max: number | null
  /**
   * Estimated size of the content from which the entry was made. If this content was not read, the size is estimated
   * from its length.
   */
  readonly before: number
  /** Share of the request's estimated size, from 0 to 1. */
  readonly share: number
  readonly fate: Fate
  readonly edits: readonly Edit[]
  /**
   * Set if the provider reads the entry from a cache that the request names. The entry's pointer then refers to the
   * whole request.
   */
  readonly cached?: true
  /** Reason why the entry was sent, changed or dropped, as text. */
  readonly reason: string
  /** JSON pointer of the entry's beginning in the request; null if it was not sent. */
  readonly pointer: string | null
  readonly sources: readonly Source[]
}

/** Entry for a piece of the system text, a tool, a schema, or an addition by the compiler. */
export interface DeclarationEntry extends Entry {
  readonly kind: 'declaration'
  readonly name: string
}

/** Entry for a unit of the history that was sent. */
export interface UnitEntry extends Entry {
  readonly kind: 'unit'
  readonly id: string
  /** Index of the unit in the session, from 0. */
  readonly ordinal: number
  readonly role: UnitKind
  /** Declared names of the tools that the unit calls. */
  readonly calls: readonly string[]
  readonly preview: string
}

/** Short description of one of the largest dropped units. */
export interface Glance {
  readonly id: string
  readonly role: UnitKind
  readonly before: number
  readonly source: Source
}

/**
 * Entry for units that were dropped for one reason: consecutive dropped units, or all units of a reason such as
 * "nothing to show".
 */
export interface OmittedEntry extends Entry {
  readonly kind: 'omitted'
  readonly units: number
  /** Ordinals of the units; a range does not include its end. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[]
  /** Number of units by role; empty if the program was not passed. */
  readonly roles: Readonly<Partial<Record<UnitKind, number>>>
  /** Number of calls by tool, most called first. */
  readonly calls: readonly { readonly name: string; readonly count: number }[]
  /** The three largest units. */
  readonly largest: readonly Glance[]
}

/** Section of the request, or of the dropped history. */
export interface Section<Row = DeclarationEntry | UnitEntry | OmittedEntry> extends Entry {
  readonly kind: 'system' | 'tools' | 'schema' | 'history' | 'omitted'
  readonly title: string
  readonly entries: readonly Row[]
}

/** Explanation of a compile as plain data: its request, its dropped content, and the reasons. */
export interface Explanation {
  readonly ok: boolean
  /** Name of the agent that answers; `agent` in most imported conversations. */
  readonly agent: string
  readonly target: TargetName | null
  readonly model: string | null
  readonly tokens: {
    /** Estimated size of the input. */
    readonly input: number
    /** Upper bound of the input, which counts against the limit. */
    readonly max: number
    readonly limit: number | null
    /** Soft size of the input; absent if there is none. */
    readonly aim?: number
    /** Tokens between the upper bound and the limit. Null without a limit; negative if the limit is too small. */
    readonly free: number | null
    readonly exact: boolean
  }
  /** Number of units in the history, and number of units that were sent. */
  readonly units: { readonly all: number; readonly sent: number }
  /**
   * Reasoning that is lost, by reason: since the earlier request, or of all answers if the compile was given no plan.
   */
  readonly losses: readonly Loss[]
  /** Sections in request order; dropped history comes last. */
  readonly sections: readonly Section[]
  readonly diagnostics: readonly Diagnostic[]
  /** Descriptions of the places that the diagnostics name, by place. */
  readonly places: Readonly<Record<string, string>>
}
