import type { Gap, Write } from './write.ts'

/** Kinds of reads of a key. */
export type ReadKind =
  /** Slot of an instruction; if the key is missing, the braces are sent. */
  | 'slot'
  /** Slot with a text for a missing key. */
  | 'optional-slot'
  /** Source of an agent's context that shows the value. */
  | 'source'
  /** Source that works without the key. */
  | 'optional-source'
  /** Source that searches for text related to the value. */
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
  /** Reader as messages name it: the agent, the step. */
  readonly reader: string
  readonly key: string
  /** Key and path as declared: `plan.days`. */
  readonly reference: string
  /** Path into the value. */
  readonly path: readonly string[]
  /** Field of the declaration that reads the key: `instruction`. */
  readonly field: string
}

/** Site with its findings, over all paths that lead to it. */
export interface Seen extends ReadSite {
  there: boolean
  missing: boolean
  readonly writes: Set<Write>
  readonly gaps: Set<Gap>
  /** Loops around it, by path: whether the key was set in a first round, and missing in a later one. */
  readonly loops: Map<string, { thereFirst: boolean; missingLater: boolean }>
}
