import type { Gap, Write } from './write.ts'

/** Kinds of reads of a key. */
export type ReadKind =
  /** Slot of an instruction; if the key is missing, its braces are sent unchanged. */
  | 'slot'
  /** Slot with a default text for a missing key. */
  | 'optional-slot'
  /** Source in an agent's context that shows the key's value. */
  | 'source'
  /** Source that is skipped if the key is missing. */
  | 'optional-source'
  /** Source that searches for text related to the key's value. */
  | 'query'
  /** Condition of a piece of context, which applies only if the key is set. */
  | 'condition'
  /** Read by an agent's tool, if the model calls it. */
  | 'tool'
  /** Read by a step that fails without the key. */
  | 'must'
  /** Read by a step that skips a missing key. */
  | 'may'
  /** Read by a route to choose a branch. */
  | 'route'
  /** Read by a mapOver, as its list. */
  | 'list'

/** Place that reads a key. */
export interface ReadSite {
  readonly need: ReadKind
  /** Path of the member. */
  readonly place: string
  /** Reader, as named in messages: the agent or the step. */
  readonly reader: string
  readonly key: string
  /** Key and path, as declared: `plan.days`. */
  readonly reference: string
  /** Path into the value. */
  readonly path: readonly string[]
  /** Field of the declaration in which the key is named: `instruction`. */
  readonly field: string
}

/** Site with the results of all its reads, on every path to it. */
export interface Seen extends ReadSite {
  there: boolean
  missing: boolean
  readonly writes: Set<Write>
  readonly gaps: Set<Gap>
  /** Loops around the site, by path: whether the key was set in a first round, and missing in a later round. */
  readonly loops: Map<string, { thereFirst: boolean; missingLater: boolean }>
}
