import type { MissingValue } from '../../diag/template.ts'
import type { Origin, Run } from '../../ir/origin.ts'
import type { Origins, OriginsOf } from '../../ir/policy.ts'
import type { Trust } from '../../ir/trust.ts'
import type { Session } from '../../session/session.ts'
import type { Filling } from '../../template/fill-with-origins.ts'
import type { Form } from '../../validate/form.ts'

/** Inputs for writing a source. */
export interface Writing extends Filling {
  /** Declaration of the source: `d:context.N`. */
  readonly origin: Origin
  readonly session: Session
  readonly artifacts: Readonly<Record<string, string>>
  /** Values that had to be there and are not: the source adds its own. */
  readonly gaps: MissingValue[]
}

/** Words of a source. */
export interface WrittenSource {
  /** Name of the source, as the tags around its words show it. */
  readonly from: string
  readonly runs: readonly Run[]
  readonly trust: Trust
}

/** Units that a source asks for. */
export interface UnitQuery {
  /** Null for the current input. */
  readonly query: string | null
  /** The most units. */
  readonly top: number
  /** The most units that one compile has embeddings made of; null where words alone decide. */
  readonly embedAtMost: number | null
}

/** A place in a source that looks at a key of the state. */
export interface KeyRead {
  readonly key: string
  /** As it is written: `plan.days`. */
  readonly reference: string
  /** The way on into the value. */
  readonly path: readonly string[]
  /** Use of the key: sent to the agent, or searched for. */
  readonly use: 'told' | 'query'
  readonly optional: boolean
}

interface AnySource<Of extends Origins['source']> {
  readonly source: Of
  readonly form: Form
  /** Places that look at keys of the state. */
  reads(from: OriginsOf<Of>): readonly KeyRead[]
}

interface TextSource<Of extends Origins['source']> extends AnySource<Of> {
  readonly gives: 'text'
  /** Returns the words; null where there are none. */
  write(from: OriginsOf<Of>, writing: Writing): WrittenSource | null
}

interface UnitSource<Of extends Origins['source']> extends AnySource<Of> {
  readonly gives: 'units'
  /** Returns the units to look for; null for none. They depend on what else is shown, so they are found later. */
  query(from: OriginsOf<Of>, writing: Writing): UnitQuery | null
}

/** Definition of one kind of source: all that the compiler knows of it. */
export type SourceDefinition<Of extends Origins['source'] = Origins['source']> =
  | TextSource<Of>
  | UnitSource<Of>
