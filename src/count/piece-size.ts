import { changes, type TokenKind } from './tally.ts'
import { pointAt } from './utf8.ts'

/** Tokens of one piece of text in `o200k_base`, without the vocabulary. */
export interface PieceSize {
  readonly likely: number
  readonly most: number
}

const space = 0x20
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/**
 * Sizes an ASCII word. Words after a space are mostly tokens; the same letters after a sign or inside a name in code
 * are several tokens more often.
 */
export function wordSize(bytes: Uint8Array, start: number, end: number): PieceSize {
  const first = bytes[start] as number
  const length = isLetter(first) ? end - start : end - start - 1
  if (first === space) {
    const capitals = length > 2 && (bytes[end - 1] as number) < 0x61
    return capitals
      ? { likely: 1 + 0.13 * (length - 1), most: 1 + 0.35 * (length - 1) }
      : {
          likely: 1 + 0.015 * length + 0.08 * Math.max(0, length - 11),
          most: 1 + 0.28 * Math.max(0, length - 3),
        }
  }
  if (isLetter(first)) {
    const capitals = (bytes[end - 1] as number) < 0x61
    return {
      likely: 1 + (capitals ? 0.28 : 0.06) * (length - 1),
      most: 1 + (capitals ? 0.62 : 0.45) * (length - 1),
    }
  }
  return { likely: 1 + 0.13 * (length - 1), most: 1 + 0.42 * length }
}

/** Sizes a piece that is no ASCII word, by its kind and bytes. */
export function pieceSize(kind: TokenKind, bytes: Uint8Array, start: number, end: number): PieceSize {
  const length = end - start
  switch (kind) {
    case 'accented':
      return { likely: Math.max(1, length / 4.2), most: Math.max(1.2, length / 2.6) }
    case 'ideograph':
      return { likely: Math.max(1, length * 0.28), most: Math.max(1.2, length * 0.45) }
    case 'alphabet':
      return { likely: Math.max(1, length * (isGreek(bytes, end) ? 0.165 : 0.11)), most: 1 + length * 0.18 }
    case 'foreign':
      return isCommon(bytes, start, end)
        ? { likely: Math.max(1, length * 0.13), most: 1 + length * 0.25 }
        : { likely: Math.max(1, length * 0.6), most: length }
    case 'digit':
      return length <= 3 ? { likely: 1, most: 1 } : { likely: length / 2, most: length }
    case 'symbol': {
      const runs = changes(bytes, start, end)
      if (length < 3) return { likely: 1, most: length === 1 ? 1 : 1.2 }
      return { likely: Math.max(1, runs * 0.4 + length / 64), most: runs * 0.75 + length / 16 }
    }
    case 'picture':
      return { likely: Math.max(1, length * (length > 10 ? 0.5 : 0.33)), most: Math.max(1.5, length * 0.65) }
    default:
      return { likely: 1 + length / 80, most: length < 5 ? 1 : 1 + length / 16 }
  }
}

/** Whether the last letter of a piece is Greek: the vocabulary has fewer Greek words than Cyrillic ones. */
const isGreek = (bytes: Uint8Array, end: number): boolean => (bytes[end - 2] as number) < 0xd0

/** Whether the letters of a piece are of scripts that the vocabulary was trained on: Hebrew to Thai, Georgian. */
function isCommon(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = end - 1; at >= start; at--) {
    // The first byte of a character, not a byte inside one.
    if (((bytes[at] as number) & 0xc0) === 0x80) continue
    const point = pointAt(bytes, at)
    if (point >= 0x590 && !(point < 0xe80 || (point >= 0x10a0 && point < 0x1100))) return false
  }
  return true
}
