import type { TextRange } from '../../text/overlaps.ts'

/** Plain characters that a part of a text says, and where it says them. */
export interface SpelledReading {
  readonly text: string
  /** Returns the range of the whole text that writes a range of the reading. */
  readonly rangeOf: (start: number, end: number) => TextRange
}

/** Returns a reading of a reading, placed in the text of the outer one. */
export const readingWithin = (outer: SpelledReading, { text, rangeOf }: SpelledReading): SpelledReading => ({
  text,
  rangeOf: (start, end) => {
    const inner = rangeOf(start, end)
    return outer.rangeOf(inner.start, inner.end)
  },
})
