import type { GeminiFacts } from '../facts.ts'
import type { Fields } from '../shape.ts'
import type { ReportViolation } from '../violation.ts'

/** Part, with its position in the request. */
export interface Placed {
  readonly part: Fields
  /** Path of the part as the API writes it in errors: `contents[1].parts[0]`. */
  readonly path: string
  readonly pointer: string
}

/** One item of the request's `contents`, read as a turn. */
export interface Turn {
  readonly role: string
  readonly placed: readonly Placed[]
  readonly pointer: string
}

/** Input of every check of a generateContent request. */
export interface Check {
  readonly model: string
  readonly config: Fields
  readonly turns: readonly Turn[]
  readonly facts: GeminiFacts
  readonly producerOf: ((signature: string) => string | undefined) | null
  readonly report: ReportViolation
}

/** Returns the parts of a turn in which a field has a value. */
export const partsWithKey = ({ placed }: Turn, key: string): readonly Placed[] =>
  placed.filter(({ part }) => part[key] !== undefined && part[key] !== null)
