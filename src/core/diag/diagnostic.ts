import type { Code } from './catalogue.ts'
import type { Level } from './level.ts'

/** Message for a person, as data. */
export interface Diagnostic {
  readonly code: Code
  readonly level: Level
  /** Text that reads alone: lower case, no full stop. */
  readonly message: string
  /**
   * First places that the diagnostic is about: `e:SEQ.PART`, `e:SEQ` for a whole event, `d:PATH`, `i:` and a JSON
   * pointer into the input, or a JSON pointer into the request.
   */
  readonly at: readonly string[]
  /** Reasons and details. */
  readonly notes: readonly string[]
  /** Advice on what to do about it. */
  readonly help: string | null
  /** Figures of the message. If there are places, `count` is the number of them. */
  readonly data: Readonly<Record<string, unknown>>
}
