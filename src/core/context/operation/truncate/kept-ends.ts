import { bestCutAfter, bestCutBefore } from '../../../text/cut.ts'

/** Part of a text to keep: its start, its end, or both. */
export type KeptEnd = 'head' | 'tail' | 'both'

/** Limits on moving a cut to the nearest line or word: 1/8 of the kept text, and at most 400 characters. */
const share = 8
const farthest = 400

/**
 * Keeps at most `size` characters of a text. The cut is between lines or words if one ends near. `mark` returns the
 * text that replaces the cut part, for the number of cut characters.
 */
export function keepEnds(text: string, size: number, keep: KeptEnd, mark: (cut: number) => string): string {
  const atEnd = keep === 'head' ? 0 : keep === 'tail' ? size : Math.floor(size / 2)
  const atStart = size - atEnd
  const maxCutShift = (length: number): number => Math.min(farthest, Math.floor(length / share))
  const head = bestCutBefore(text, atStart, maxCutShift(atStart))
  const tail = Math.max(head, bestCutAfter(text, text.length - atEnd, maxCutShift(atEnd)))
  return text.slice(0, head) + mark(tail - head) + text.slice(tail)
}
