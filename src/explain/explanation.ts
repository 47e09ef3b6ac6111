import type { Diagnostic } from '../diag/diagnostic.ts'
import type { Edit } from '../ir/edit.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { UnitKind } from '../ir/unit.ts'
import type { Fate } from '../map/ledger.ts'

/** Source of an entry: an event, a declaration or the compiler. */
export interface Source {
  /** `e:SEQ.PART`, `d:PATH` or `c:CODE`, as in the map. */
  readonly origin: string
  /** The same for people: `message[14]`, `tool search`. */
  readonly place: string
  /** Author of the source; null where it has none. */
  readonly author: string | null
  /** The tool that answered. */
  readonly tool: string | null
  /** Its first words on one line; null where it was not looked at. */
  readonly preview: string | null
}

/** Fields of every entry of an explanation. Sizes are in tokens. */
export interface Entry {
  /** The likely size in the request. */
  readonly tokens: number
  /** The bound that the limit applies to; null where only the likely size is known. */
  readonly max: number | null
  /** The likely size as it came in; of what was not read, from its length. */
  readonly before: number
  /** Its part of the request's likely size, from 0 to 1. */
  readonly share: number
  readonly fate: Fate
  readonly edits: readonly Edit[]
  /** Why, in words. */
  readonly reason: string
  /** JSON pointer of where it begins in the request; null for what is not in it. */
  readonly pointer: string | null
  readonly sources: readonly Source[]
}

/** A piece of the system text, a tool, a schema, or something that the compiler added. */
export interface DeclarationEntry extends Entry {
  readonly kind: 'declaration'
  readonly name: string
}

/** A unit of the history that was sent. */
export interface UnitEntry extends Entry {
  readonly kind: 'unit'
  readonly id: string
  /** Its place among the session's units, from 0. */
  readonly ordinal: number
  readonly role: UnitKind
  /** Declared names of the tools that it calls. */
  readonly calls: readonly string[]
  readonly preview: string
}

/** One of the largest units that were left out. */
export interface Glance {
  readonly id: string
  readonly role: UnitKind
  readonly before: number
  readonly source: Source
}

/** Units that were left out for one reason: a run that only others left out interrupt, or all that hold nothing. */
export interface OmittedEntry extends Entry {
  readonly kind: 'omitted'
  readonly units: number
  /** Their ordinals, each range from the first to one past the last. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[]
  /** Number of units of each role; empty without the program. */
  readonly roles: Readonly<Partial<Record<UnitKind, number>>>
  /** Number of calls of each tool, the most called first. */
  readonly calls: readonly { readonly name: string; readonly count: number }[]
  /** The three largest. */
  readonly largest: readonly Glance[]
}

/** A part of the request, or what was left out of it. */
export interface Section<Row = DeclarationEntry | UnitEntry | OmittedEntry> extends Entry {
  readonly kind: 'system' | 'tools' | 'schema' | 'history' | 'omitted'
  readonly title: string
  readonly entries: readonly Row[]
}

/** Explanation of what a compile did and why, as plain data. */
export interface Explanation {
  readonly ok: boolean
  /** Name of the agent that speaks next: `agent` in most imported conversations. */
  readonly agent: string
  readonly target: TargetName | null
  readonly model: string | null
  readonly tokens: {
    /** The likely size. */
    readonly input: number
    /** The bound that the limit applies to. */
    readonly max: number
    readonly limit: number | null
    /** Tokens of the limit that the bound leaves; null without a limit, negative where it is too small. */
    readonly free: number | null
    readonly exact: boolean
  }
  /** Number of units that the history has, and of those that were sent. */
  readonly units: { readonly all: number; readonly sent: number }
  /** In request order; what was left out comes last. */
  readonly sections: readonly Section[]
  readonly diagnostics: readonly Diagnostic[]
  /** Places that the diagnostics name, in words. */
  readonly places: Readonly<Record<string, string>>
}
