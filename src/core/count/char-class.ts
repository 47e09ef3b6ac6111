import { charRanges } from './char-ranges.ts'

/** Classes of code points in the patterns that cut a text into pieces. The value of any other code point is 0. */
export const upperLetter = 1 // Unicode categories Lu and Lt
export const lowerLetter = 2 // Unicode category Ll
export const caseless = 4 // Unicode categories Lm and Lo
export const combiningMark = 8 // Unicode category M
export const numberSign = 16 // Unicode category N
export const space = 32 // white space except line breaks
export const lineBreakSign = 64 // CR, LF

const bits: Record<string, number> = {
  U: upperLetter,
  L: lowerLetter,
  O: caseless,
  M: combiningMark,
  N: numberSign,
  S: space,
  R: lineBreakSign,
  X: 0,
}

/**
 * Reads the classes of the first code points from the project's own table. The JavaScript engine's Unicode version may differ
 * from the reference tokenizer's, and a text must have the same tokens on every engine.
 */
function readClasses(points: number): Uint8Array {
  const classes = new Uint8Array(points)
  let from = 0
  for (let at = 0; at < charRanges.length && from < points; ) {
    const bit = bits[charRanges[at++] as string] as number
    let length = 0
    for (; (charRanges.charCodeAt(at) & 0x60) !== 0x40 && at < charRanges.length; at++) {
      const unit = charRanges.charCodeAt(at)
      length = length * 36 + unit - (unit < 0x3a ? 0x30 : 0x57)
    }
    const to = from + (length || 1)
    if (bit > 0) classes.fill(bit, from, to)
    from = to
  }
  return classes
}

/** Class of a byte outside ASCII; its real class must be looked up by code point. */
export const wide = 128

let table: Uint8Array | null = null

/** Returns the class of each code point. The table is read once. */
export function charClasses(): Uint8Array {
  table ??= readClasses(0x110000)
  return table
}

/** Class of each byte: the character's class for ASCII, `wide` for any other byte. */
export const byteClasses: Uint8Array = new Uint8Array(256).fill(wide)
byteClasses.set(readClasses(0x80))
