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
 * Reads runs of code points of one class from the project's own table. The JavaScript engine's Unicode version may differ
 * from the reference tokenizer's, and a text must have the same tokens on every engine.
 */
function eachRun(points: number, visit: (kind: number, from: number, to: number) => void): void {
  let from = 0
  for (let at = 0; at < charRanges.length && from < points; ) {
    const kind = bits[charRanges[at++] as string] as number
    let length = 0
    for (; (charRanges.charCodeAt(at) & 0x60) !== 0x40 && at < charRanges.length; at++) {
      const unit = charRanges.charCodeAt(at)
      length = length * 36 + unit - (unit < 0x3a ? 0x30 : 0x57)
    }
    const to = Math.min(from + (length || 1), points)
    visit(kind, from, to)
    from = to
  }
}

const blockBits = 6
const blockSize = 1 << blockBits
const codePoints = 0x110000

/** Classes of all code points, in blocks; code points of one class share a block. */
export interface CharClasses {
  /** Number of the block of each range of code points. */
  readonly index: Uint16Array
  readonly blocks: Uint8Array
}

/** Returns the class of a code point. */
export const classOf = ({ index, blocks }: CharClasses, point: number): number =>
  blocks[((index[point >> blockBits] as number) << blockBits) | (point & (blockSize - 1))] as number

function readClasses(): CharClasses {
  const index = new Uint16Array(codePoints >> blockBits)
  const blocks: number[] = []
  /** Blocks that consist of one class. */
  const uniform = new Map<number, number>()
  const addBlock = (kind: number): number => {
    for (let count = 0; count < blockSize; count++) blocks.push(kind)
    return blocks.length / blockSize - 1
  }
  uniform.set(0, addBlock(0))
  eachRun(codePoints, (kind, from, to) => {
    for (let at = from; at < to; ) {
      const place = at >> blockBits
      const next = Math.min(to, (place + 1) << blockBits)
      if (next - at === blockSize) {
        const known = uniform.get(kind) ?? addBlock(kind)
        uniform.set(kind, known)
        index[place] = known
      } else {
        if (at % blockSize === 0) index[place] = addBlock(0)
        const first = ((index[place] as number) << blockBits) - (place << blockBits)
        blocks.fill(kind, first + at, first + next)
      }
      at = next
    }
  })
  return { index, blocks: Uint8Array.from(blocks) }
}

/** Class of a byte outside ASCII; its real class must be looked up by code point. */
export const wide = 128

let table: CharClasses | null = null

/** Returns the classes of all code points. They are read once. */
export function charClasses(): CharClasses {
  table ??= readClasses()
  return table
}

/** Class of each byte: the character's class for ASCII, `wide` for any other byte. */
export const byteClasses: Uint8Array = new Uint8Array(256).fill(wide)
eachRun(0x80, (kind, from, to) => byteClasses.fill(kind, from, to))
