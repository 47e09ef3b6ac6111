import type { TextRange } from '../../text/overlaps.ts'
import type { SpelledReading } from './reading.ts'

/** End of a line, either as a character or as an escape in JSON. */
const lineEnd = /(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)[ \t]*/y
/** Minimum length of a line of wrapped base64, except for the last line. */
const shortest = 40

/** Lines of wrapped base64 joined into one line, and the end of the last of them. */
export interface Lines {
  readonly reading: SpelledReading
  readonly end: number
}

/** Joins lines of base64, beginning with the line at a range; null if no further line of base64 follows. */
export function joinBase64Lines(
  text: string,
  { start, end }: TextRange,
  signsEnd: (from: number) => number,
): Lines | null {
  /** Start of each line in the original text (`at`) and in the joined line (`from`). */
  const lines = [{ at: start, from: 0 }]
  const words = [text.slice(start, end)]
  let length = end - start
  let last = end
  for (let line = length; line >= shortest; ) {
    lineEnd.lastIndex = last
    if (!lineEnd.test(text)) break
    const next = lineEnd.lastIndex
    const to = signsEnd(next)
    if (to === next) break
    lines.push({ at: next, from: length })
    words.push(text.slice(next, to))
    line = to - next
    length += line
    last = to
  }
  if (lines.length === 1) return null
  const placeOf = (sign: number): number => {
    const { at, from } = lineOf(lines, sign)
    return at + sign - from
  }
  const rangeOf = (from: number, to: number): TextRange => ({
    start: placeOf(from),
    end: placeOf(to - 1) + 1,
  })
  return { reading: { text: words.join(''), rangeOf }, end: last }
}

/** Returns the line that contains a character of the joined line. */
function lineOf<Line extends { readonly from: number }>(lines: readonly Line[], sign: number): Line {
  let [low, high] = [0, lines.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle] as Line).from <= sign) low = middle
    else high = middle - 1
  }
  return lines[low] as Line
}
