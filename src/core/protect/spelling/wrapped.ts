import type { TextRange } from '../../text/overlaps.ts'
import type { SpelledReading } from './reading.ts'

/** End of a line, also as JSON writes it. */
const lineEnd = /(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)[ \t]*/y
/** Shortest line of wrapped base64, but for the last one. */
const shortest = 40

/** Lines of wrapped base64 as one line, and where the last of them ends. */
export interface Lines {
  readonly reading: SpelledReading
  readonly end: number
}

/** Returns the lines of base64 of which a range is the first; null if no other follows. */
export function joinedLines(
  text: string,
  { start, end }: TextRange,
  signsEnd: (from: number) => number,
): Lines | null {
  /** Beginning of each line in the text, and in the one line. */
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

/** Returns the line that holds a sign. */
function lineOf<Line extends { readonly from: number }>(lines: readonly Line[], sign: number): Line {
  let [low, high] = [0, lines.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle] as Line).from <= sign) low = middle
    else high = middle - 1
  }
  return lines[low] as Line
}
