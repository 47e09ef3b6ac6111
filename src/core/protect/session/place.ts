import type { Span } from '../detect/span.ts'

/** Place of a value in a text. */
export interface FoundPlace extends Span {
  /** Whether the text was cut before the end of the value. */
  readonly isCut?: boolean
}

/** Returns the value at a place of a text. */
export const valueAtPlace = (text: string, { start, end, value }: FoundPlace): string =>
  value ?? text.slice(start, end)
