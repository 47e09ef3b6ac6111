import type { GeminiFacts } from '../facts.ts'
import type { Fields } from '../shape.ts'
import type { Report } from '../violation.ts'

/** One part and where it stands in the request. */
export interface Placed {
  readonly part: Fields
  /** `contents[1].parts[0]`, as error texts spell it. */
  readonly path: string
  readonly pointer: string
}

/** One content. */
export interface Turn {
  readonly role: string
  readonly placed: readonly Placed[]
  readonly pointer: string
}

/** Inputs of every check of generateContent. */
export interface Check {
  readonly model: string
  readonly config: Fields
  readonly turns: readonly Turn[]
  readonly facts: GeminiFacts
  readonly producerOf: ((signature: string) => string | undefined) | null
  readonly report: Report
}

/** The parts of a turn that hold something under a key. */
export const holding = ({ placed }: Turn, key: string): readonly Placed[] =>
  placed.filter(({ part }) => part[key] !== undefined && part[key] !== null)
