import { headBorder, tailBorder } from '../../../text/cut.ts'

/** Part of a text that is kept. */
export type Keep = 'head' | 'tail' | 'both'

/** A border is looked for in this share of what stays, and no further than so far. */
const share = 8
const farthest = 400

/**
 * About so many characters of a text, never more, cut at lines or words where one is near; `mark` writes what stands where
 * something was cut out, from how much that was.
 */
export function keptEnds(text: string, size: number, keep: Keep, mark: (cut: number) => string): string {
  const atEnd = keep === 'head' ? 0 : keep === 'tail' ? size : Math.floor(size / 2)
  const atStart = size - atEnd
  const reach = (length: number): number => Math.min(farthest, Math.floor(length / share))
  const head = headBorder(text, atStart, reach(atStart))
  const tail = Math.max(head, tailBorder(text, text.length - atEnd, reach(atEnd)))
  return text.slice(0, head) + mark(tail - head) + text.slice(tail)
}
