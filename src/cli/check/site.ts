import type { Gap, Write } from './write.ts'

/** Kinds of places that read a key. */
export type ReadKind =
  /** Slot in an instruction. If the key is missing, the slot is sent unchanged, with its braces. */
  | 'slot'
  /** Slot in an instruction with a default text, used if the key is missing. */
  | 'optional-slot'
  /** Source of an agent's context that shows the key's value. */
  | 'source'
  /** Source of an agent's context that is skipped if the key is missing. */
  | 'optional-source'
  /** Source of an agent's context that searches for text related to the key's value. */
  | 'query'
  /** Condition in an agent's context, which is met only if the key is set. */
  | 'condition'
  /** Tool of an agent, which reads the key if the model calls the tool. */
  | 'tool'
  /** Step of the program that fails without the key. */
  | 'must'
  /** Step of the program that skips a missing key. */
  | 'may'
  /** Route of the program that chooses a branch by the key's value. */
  | 'route'
  /** Group `mapOver`, which reads the key's value as its list. */
  | 'list'

/** Place in a program that reads a key. */
export interface ReadSite {
  readonly need: ReadKind
  /** Path of the member that reads the key. */
  readonly place: string
  /** Name of the reader in messages: the agent or the step. */
  readonly reader: string
  readonly key: string
  /** Key and path into its value, as declared: `plan.days`. */
  readonly reference: string
  /** Path into the key's value. */
  readonly path: readonly string[]
  /** Field of the declaration in which the key is named: `instruction`. */
  readonly field: string
}

/** Place that reads a key (read site), with the results of all reads on every path to it. */
export interface Seen extends ReadSite {
  there: boolean
  missing: boolean
  readonly writes: Set<Write>
  readonly gaps: Set<Gap>
  /** Loops around the read site, by path: whether the key was set in a first round, and missing in a later round. */
  readonly loops: Map<string, { thereFirst: boolean; missingLater: boolean }>
}
