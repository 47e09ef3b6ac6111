import { bestCutAfter, bestCutBefore } from '../../../text/cut.ts'

/** End of a text to keep. */
export type KeptEnd = 'head' | 'tail' | 'both'

/** Limits on the shift of a cut to the nearest line or word: 1/8 of the kept text, and at most 400 characters. */
const share = 8
const farthest = 400

/**
 * Keeps at most `size` characters of a text. The text is cut between lines or words if such a border is near. `mark`
 * writes the text that replaces the cut part from its number of characters.
 */
export function keepEnds(text: string, size: number, keep: KeptEnd, mark: (cut: number) => string): string {
  const atEnd = keep === 'head' ? 0 : keep === 'tail' ? size : Math.floor(size / 2)
  const atStart = size - atEnd
  const reach = (length: number): number => Math.min(farthest, Math.floor(length / share))
  const head = bestCutBefore(text, atStart, reach(atStart))
  const tail = Math.max(head, bestCutAfter(text, text.length - atEnd, reach(atEnd)))
  return text.slice(0, head) + mark(tail - head) + text.slice(tail)
}
