import type { TextRange } from '../../text/overlaps.ts'

/** Decoded text of a part of a text, with the place of each character in the original text. */
export interface SpelledReading {
  readonly text: string
  /** Returns the range of the original text that a range of the decoded text comes from. */
  readonly rangeOf: (start: number, end: number) => TextRange
}

/** Returns a reading that was decoded from another reading, with its places in the original text. */
export const mapReadingOutward = (
  outer: SpelledReading,
  { text, rangeOf }: SpelledReading,
): SpelledReading => ({
  text,
  rangeOf: (start, end) => {
    const inner = rangeOf(start, end)
    return outer.rangeOf(inner.start, inner.end)
  },
})
