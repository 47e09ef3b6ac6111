import type { MissingValue } from '../../diag/template.ts'
import type { Form } from '../../form/form.ts'
import type { Origin, Run } from '../../ir/origin.ts'
import type { Origins, OriginsOf } from '../../ir/policy.ts'
import type { Trust } from '../../ir/trust.ts'
import type { Memory } from '../../remember/store/memory-store.ts'
import type { Session } from '../../session/session.ts'
import type { Filling } from '../../template/fill-with-origins.ts'

/** Inputs for writing a source. */
export interface Writing extends Filling {
  /** Origin of the source's declaration: `d:context.N`. */
  readonly origin: Origin
  readonly session: Session
  readonly artifacts: Readonly<Record<string, string>>
  /** Memories that were found, by the origin of the source. */
  readonly recalled: ReadonlyMap<Origin, readonly Memory[]>
  /** Required values that are missing; the source adds its own. */
  readonly gaps: MissingValue[]
  /** Functions that failed; the source adds its own. */
  readonly failures: FailedWriter[]
}

/** A function that should write a text and failed. */
export interface FailedWriter {
  /** Origin of the declaration that has the function. */
  readonly at: Origin
  readonly why: string
}

/** Text of a source. */
export interface WrittenSource {
  readonly runs: readonly Run[]
  readonly trust: Trust
}

/** Query for the units of a source. */
export interface UnitQuery {
  /** Text to search for; null for the current input. */
  readonly query: string | null
  /** Upper bound on the units. */
  readonly top: number
  /** Upper bound on the units that one compile embeds; null if words alone decide. */
  readonly embedAtMost: number | null
}

/** A place in a source that reads a key of the state. */
export interface KeyRead {
  readonly key: string
  /** Written form of a reference: `plan.days`. */
  readonly reference: string
  /** Path from the key into its value. */
  readonly path: readonly string[]
  /** Use of the key: its value is sent to the agent, or is the query. */
  readonly use: 'told' | 'query'
  readonly optional: boolean
}

interface AnySource<Of extends Origins['source']> {
  readonly source: Of
  readonly form: Form
  /** Returns the name of the source, as the tags around its text show it. */
  label(from: OriginsOf<Of>): string
  /** Returns the places that read keys of the state. */
  reads(from: OriginsOf<Of>): readonly KeyRead[]
}

interface TextSource<Of extends Origins['source']> extends AnySource<Of> {
  readonly gives: 'text'
  /** Returns the text of the source; null if it has none. */
  write(from: OriginsOf<Of>, writing: Writing): WrittenSource | null
}

interface UnitSource<Of extends Origins['source']> extends AnySource<Of> {
  readonly gives: 'units'
  /**
   * Returns the query for units; null for none. The units depend on the rest of the context, so they are found later.
   */
  query(from: OriginsOf<Of>, writing: Writing): UnitQuery | null
}

/** Definition of one kind of source, with everything that the compiler knows about it. */
export type SourceDefinition<Of extends Origins['source'] = Origins['source']> =
  | TextSource<Of>
  | UnitSource<Of>
