import type { MissingValue } from '../../diag/template.ts'
import type { Form } from '../../form/form.ts'
import type { Origin, Run } from '../../ir/origin.ts'
import type { Origins, OriginsOf } from '../../ir/policy.ts'
import type { Trust } from '../../ir/trust.ts'
import type { Memory } from '../../remember/store/memory-store.ts'
import type { Session } from '../../session/session.ts'
import type { Filling } from '../../template/fill-with-origins.ts'

/** Inputs that a source needs to write its text. */
export interface Writing extends Filling {
  /** Origin of the source's declaration: `d:context.N`. */
  readonly origin: Origin
  readonly session: Session
  readonly artifacts: Readonly<Record<string, string>>
  /** Memories that a search returned, by the origin of the source that requested them. */
  readonly recalled: ReadonlyMap<Origin, readonly Memory[]>
  /** Required values that are missing. A source adds the values that it needs and that are missing. */
  readonly gaps: MissingValue[]
  /** Functions of the program that threw an error. A source adds its own function if it throws. */
  readonly failures: FailedWriter[]
}

/** Function of the program that failed to write a text. */
export interface FailedWriter {
  /** Origin of the declaration that contains the function. */
  readonly at: Origin
  readonly why: string
}

/** Text that a source writes. */
export interface WrittenSource {
  readonly runs: readonly Run[]
  readonly trust: Trust
}

/** Query of a source that searches the session for relevant units. */
export interface UnitQuery {
  /** Text to search for; null to search for the current input. */
  readonly query: string | null
  /** Upper bound on the number of units. */
  readonly top: number
  /**
   * Upper bound on the number of units for which one compile requests embeddings; null if the search compares words
   * only.
   */
  readonly embedAtMost: number | null
}

/** Place in a source that reads a key of the state. */
export interface KeyRead {
  readonly key: string
  /** Reference to the value as written in the program, such as `plan.days`. */
  readonly reference: string
  /** Path from the key's value to the value inside it. */
  readonly path: readonly string[]
  /** Use of the value: `told` if the agent gets it, `query` if it is the text to search for. */
  readonly use: 'told' | 'query'
  readonly optional: boolean
}

interface AnySource<Of extends Origins['source']> {
  readonly source: Of
  readonly form: Form
  /** Returns the name of the source, which is shown in the tags around its text. */
  label(from: OriginsOf<Of>): string
  /** Returns the places in the source that read keys of the state. */
  reads(from: OriginsOf<Of>): readonly KeyRead[]
}

interface TextSource<Of extends Origins['source']> extends AnySource<Of> {
  readonly gives: 'text'
  /** Returns the text of the source, which may be empty; null if it failed, or if an input is missing. */
  write(from: OriginsOf<Of>, writing: Writing): WrittenSource | null
}

interface UnitSource<Of extends Origins['source']> extends AnySource<Of> {
  readonly gives: 'units'
  /**
   * Returns the query for relevant units; null if the source does not search for units. A search runs after the other
   * parts of the context are known, because it depends on them.
   */
  query(from: OriginsOf<Of>, writing: Writing): UnitQuery | null
}

/** Definition of one kind of source, including everything that the compiler knows about this kind. */
export type SourceDefinition<Of extends Origins['source'] = Origins['source']> =
  | TextSource<Of>
  | UnitSource<Of>
