import type { Code } from './catalogue.ts'
import type { Level } from './level.ts'

/** Something a person should know, as data. */
export interface Diagnostic {
  readonly code: Code
  readonly level: Level
  /** Stands alone: lower case, no full stop. */
  readonly message: string
  /**
   * The first places it is about: `e:SEQ.PART`, `e:SEQ` for a whole event, `d:PATH`, `i:` and a JSON pointer
   * into the input, or a JSON pointer into the request.
   */
  readonly at: readonly string[]
  /** Why it happened. */
  readonly notes: readonly string[]
  /** Advice on what to do about it. */
  readonly help: string | null
  /** The figures behind the message; `count` says how many places there are, where there are any. */
  readonly data: Readonly<Record<string, unknown>>
}
