import type { Range } from '../../text/overlaps.ts'

/** Plain characters that a part of a text says, and where it says them. */
export interface Reading {
  readonly text: string
  /** Returns the range of the whole text that writes a range of the reading. */
  readonly rangeOf: (start: number, end: number) => Range
}

/** Returns a reading of a reading, placed in the text of the outer one. */
export const within = (outer: Reading, { text, rangeOf }: Reading): Reading => ({
  text,
  rangeOf: (start, end) => {
    const inner = rangeOf(start, end)
    return outer.rangeOf(inner.start, inner.end)
  },
})
