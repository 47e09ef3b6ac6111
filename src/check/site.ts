import type { Gap, Write } from './write.ts'

/** Why a key is looked at. */
export type Need =
  /** A slot of an instruction: the braces are sent where it is missing. */
  | 'slot'
  /** A slot that says what stands there then. */
  | 'optional-slot'
  /** A source of an agent's context tells its value. */
  | 'source'
  /** One that does without it. */
  | 'optional-source'
  /** A source looks for what has to do with its value. */
  | 'query'
  /** A piece of a context counts only where it is there. */
  | 'condition'
  /** A tool of an agent looks at it, if the model calls the tool. */
  | 'tool'
  /** A step fails without it. */
  | 'must'
  /** A step passes it over where it is missing. */
  | 'may'
  /** A route goes by it. */
  | 'route'
  /** A list is gone through. */
  | 'list'

/** A place that looks at a key, and what was found about it. */
export interface Site {
  readonly need: Need
  /** The path of the member. */
  readonly place: string
  /** The agent, the step: as messages name it. */
  readonly reader: string
  readonly key: string
  /** As it is written: `plan.days`. */
  readonly reference: string
  /** The way on into the value. */
  readonly path: readonly string[]
  /** Field of the declaration that reads the key: `instruction`. */
  readonly field: string
}

/** Site with its findings, over all paths that lead to it. */
export interface Seen extends Site {
  there: boolean
  missing: boolean
  readonly writes: Set<Write>
  readonly gaps: Set<Gap>
  /** Loops around it, by path: whether it was there in a first round, and missing in a later one. */
  readonly loops: Map<string, { thereFirst: boolean; missingLater: boolean }>
}
