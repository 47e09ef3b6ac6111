import type { Level } from './catalogue.ts'
import { type Code, catalogue } from './catalogue.ts'
import type { Diagnostic } from './diagnostic.ts'

/** Maximum number of places that a diagnostic names. */
const placesShown = 5

/** Content of a diagnostic, apart from its code. */
export interface Saying {
  readonly message: string
  /** Level that replaces the code's own level. */
  readonly level?: Level
  readonly at?: readonly string[]
  readonly notes?: readonly string[]
  readonly help?: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** Makes a diagnostic. Only the first five places are kept; `data.count` is the number of all places. */
export function make(
  code: Code,
  { message, level, at = [], notes = [], help, data = {} }: Saying,
): Diagnostic {
  return {
    code,
    level: level ?? catalogue[code][0],
    message,
    at: at.slice(0, placesShown),
    notes,
    help: help ?? null,
    data: at.length > 0 ? { count: at.length, ...data } : data,
  }
}
