import { byteClasses, lineBreakSign, lowerLetter, numberSign, upperLetter, wide } from './char-class.ts'

const letter = upperLetter | lowerLetter

/**
 * Returns the end of a common ASCII piece of o200k_base: a word with an optional space or sign before it, or a run of
 * signs with an optional space before it. For any other piece, returns its start. A piece whose end depends on later
 * text counts as such a piece.
 */
export function asciiPieceEnd(bytes: Uint8Array, start: number, end: number): number {
  const classes = byteClasses()
  const first = bytes[start] as number
  let at = start
  let kind = classes[first] as number
  if (!(kind & (letter | numberSign | lineBreakSign | wide))) {
    at++
    if (at === end) return start
    const next = classes[bytes[at] as number] as number
    if (next === 0 && (kind === 0 || first === 0x20)) return afterSigns(bytes, start, at, end, classes)
    kind = next
  }
  if (!(kind & letter)) return start
  while (at < end && (classes[bytes[at] as number] as number) & upperLetter) at++
  while (at < end && (classes[bytes[at] as number] as number) & lowerLetter) at++
  // The word may continue with a contraction or a non-ASCII letter, which this function does not handle.
  return at < end && (bytes[at] === 0x27 || (bytes[at] as number) >= 0x80) ? start : at
}

function afterSigns(
  bytes: Uint8Array,
  start: number,
  from: number,
  end: number,
  classes: Uint8Array,
): number {
  let at = from + 1
  while (at < end && classes[bytes[at] as number] === 0) at++
  if (at < end && (bytes[at] as number) >= 0x80) return start
  while (at < end && (bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x2f)) at++
  return at
}
