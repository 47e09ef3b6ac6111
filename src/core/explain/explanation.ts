import type { Diagnostic } from '../diag/diagnostic.ts'
import type { Edit } from '../ir/edit.ts'
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
  /** Likely size in the request. */
  readonly tokens: number
  /** Upper bound that counts against the limit; null if only the likely size is known. */
  readonly max: number | null
  /** Likely size of the input; estimated by length if the input was not read. */
  readonly before: number
  /** Share of the request's likely size, from 0 to 1. */
  readonly share: number
  readonly fate: Fate
  readonly edits: readonly Edit[]
  /** Set if the provider reads it from a cache that the request names; its pointer is that in the whole request. */
  readonly cached?: true
  /** Reason for the fate, as text. */
  readonly reason: string
  /** JSON pointer of its beginning in the request; null if it was not sent. */
  readonly pointer: string | null
  readonly sources: readonly Source[]
}

/** Piece of the system text, a tool, a schema, or an addition by the compiler. */
export interface DeclarationEntry extends Entry {
  readonly kind: 'declaration'
  readonly name: string
}

/** Unit of the history that was sent. */
export interface UnitEntry extends Entry {
  readonly kind: 'unit'
  readonly id: string
  /** Index among the session's units, from 0. */
  readonly ordinal: number
  readonly role: UnitKind
  /** Declared names of the tools that the unit calls. */
  readonly calls: readonly string[]
  readonly preview: string
}

/** One of the largest dropped units. */
export interface Glance {
  readonly id: string
  readonly role: UnitKind
  readonly before: number
  readonly source: Source
}

/** Units dropped for one reason: a run without a kept unit inside it, or all units that hold nothing to show. */
export interface OmittedEntry extends Entry {
  readonly kind: 'omitted'
  readonly units: number
  /** Ordinals of the units; each range ends one past its last. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[]
  /** Number of units of each role; empty without the program. */
  readonly roles: Readonly<Partial<Record<UnitKind, number>>>
  /** Number of calls of each tool, the most called first. */
  readonly calls: readonly { readonly name: string; readonly count: number }[]
  /** The three largest units. */
  readonly largest: readonly Glance[]
}

/** Section of the request, or of the history that was dropped. */
export interface Section<Row = DeclarationEntry | UnitEntry | OmittedEntry> extends Entry {
  readonly kind: 'system' | 'tools' | 'schema' | 'history' | 'omitted'
  readonly title: string
  readonly entries: readonly Row[]
}

/** Explanation of what a compile did and why, as plain data. */
export interface Explanation {
  readonly ok: boolean
  /** Name of the agent that answers: `agent` in most imported conversations. */
  readonly agent: string
  readonly target: TargetName | null
  readonly model: string | null
  readonly tokens: {
    /** Likely size. */
    readonly input: number
    /** Upper bound that counts against the limit. */
    readonly max: number
    readonly limit: number | null
    /** Tokens between the upper bound and the limit; null without a limit, negative if the limit is too small. */
    readonly free: number | null
    readonly exact: boolean
  }
  /** Number of units in the history, and of units that were sent. */
  readonly units: { readonly all: number; readonly sent: number }
  /** Sections in request order; dropped history comes last. */
  readonly sections: readonly Section[]
  readonly diagnostics: readonly Diagnostic[]
  /** Places that the diagnostics name, as text. */
  readonly places: Readonly<Record<string, string>>
}
