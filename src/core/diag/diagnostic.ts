import type { Code, Level } from './catalogue.ts'

/** Message for people, with its parts as data. */
export interface Diagnostic {
  readonly code: Code
  readonly level: Level
  /** Text that is clear without context: lower case, no full stop. */
  readonly message: string
  /**
   * First places that the diagnostic is about: `e:SEQ.PART`, `e:SEQ` for a whole event, `d:PATH`, `i:` and a JSON
   * pointer into the input, or a JSON pointer into the request.
   */
  readonly at: readonly string[]
  /** Reasons and details of the message. */
  readonly notes: readonly string[]
  /** Advice on how to fix the cause; null for none. */
  readonly help: string | null
  /** Figures behind the message. If the diagnostic has places, `count` is their total number. */
  readonly data: Readonly<Record<string, unknown>>
}
