import { countByteRuns, type TokenKind } from './tally.ts'
import { characterBytes, pointAt } from './utf8.ts'

/** Estimated tokens of one piece of text in `o200k_base`, made without the vocabulary. */
export interface PieceSize {
  readonly likely: number
  readonly most: number
}

const space = 0x20
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/**
 * Estimates the tokens of an ASCII word. Most words after a space are single tokens. Words after a sign or inside a
 * name in code more often consist of several tokens.
 */
export function wordSize(bytes: Uint8Array, start: number, end: number): PieceSize {
  const first = bytes[start] as number
  const length = isLetter(first) ? end - start : end - start - 1
  const odd = countOddLetters(bytes, start, end)
  if (first === space) {
    const capitals = length > 2 && (bytes[end - 1] as number) < 0x61
    return capitals
      ? { likely: 1 + 0.13 * (length - 1), most: 1 + 0.45 * (length - 1) + 0.2 * odd }
      : {
          likely: 1 + 0.015 * length + 0.08 * Math.max(0, length - 11),
          most: 1 + 0.35 * Math.max(0, length - 3) + 0.55 * odd,
        }
  }
  if (isLetter(first)) {
    const capitals = (bytes[end - 1] as number) < 0x61
    return {
      likely: 1 + (capitals ? 0.28 : 0.06) * (length - 1),
      most: 1 + (capitals ? 0.62 : 0.45) * (length - 1) + 0.2 * odd,
    }
  }
  return { likely: 1 + 0.13 * (length - 1), most: 1 + 0.42 * length + 0.2 * odd }
}

/** Bit mask (bit 0 is `a`) of the letters that are rare in the languages with the most words in the vocabulary. */
const rareLetters = letterMask('jkqxz')
const vowels = letterMask('aeiouy')

function letterMask(letters: string): number {
  return [...letters].reduce((mask, letter) => mask | (1 << (letter.charCodeAt(0) - 0x61)), 0)
}

/**
 * Counts the letters that indicate a rare language: rare letters, doubled vowels, and the third and later consonants in
 * a row.
 */
function countOddLetters(bytes: Uint8Array, start: number, end: number): number {
  let odd = 0
  let consonants = 0
  let last = -1
  for (let at = start; at < end; at++) {
    const letter = ((bytes[at] as number) | 0x20) - 0x61
    if (letter < 0 || letter > 25) continue
    const isVowel = (vowels & (1 << letter)) !== 0
    consonants = isVowel ? 0 : consonants + 1
    if ((rareLetters & (1 << letter)) !== 0 || consonants > 2 || (isVowel && letter === last)) odd++
    last = letter
  }
  return odd
}

/** Estimates the tokens of a piece that is not an ASCII word, by its kind and bytes. */
export function pieceSize(kind: TokenKind, bytes: Uint8Array, start: number, end: number): PieceSize {
  const length = end - start
  switch (kind) {
    case 'accented':
      return {
        likely: Math.max(1, length / 4.2),
        most:
          Math.max(1.2, length / 2.6) +
          0.8 * countRareBytes(bytes, start, end) +
          0.4 * countOddLetters(bytes, start, end),
      }
    case 'ideograph':
      return { likely: Math.max(1, length * 0.28), most: Math.max(1.2, length * 0.45) }
    case 'alphabet':
      return {
        likely: Math.max(1, length * (isGreek(bytes, end) ? 0.165 : 0.11)),
        most: 1 + length * 0.18 + 0.25 * countRareBytes(bytes, start, end),
      }
    case 'foreign':
      return isCommon(bytes, start, end)
        ? {
            likely: Math.max(1, length * 0.13),
            most: 1 + length * 0.25 + 0.5 * countRareBytes(bytes, start, end),
          }
        : { likely: Math.max(1, length * 0.6), most: length }
    case 'digit':
      return length <= 3 ? { likely: 1, most: 1 } : { likely: length / 2, most: length }
    case 'symbol': {
      const runs = countByteRuns(bytes, start, end)
      if (length < 3) return { likely: 1, most: length === 1 ? 1 : 1.2 }
      return { likely: Math.max(1, runs * 0.4 + length / 64), most: runs * 0.75 + length / 16 }
    }
    case 'picture':
      return {
        likely: Math.max(1, length * (length > 10 ? 0.5 : 0.33)),
        most: Math.max(1.5, length * 0.65 + 0.35 * countRareBytes(bytes, start, end)),
      }
    case 'word':
    case 'fragment':
    case 'space':
      return { likely: 1 + length / 80, most: length < 5 ? 1 : 1 + length / 16 }
  }
}

/** Whether the last letter of a piece is Greek: the vocabulary has fewer Greek words than Cyrillic ones. */
const isGreek = (bytes: Uint8Array, end: number): boolean => (bytes[end - 2] as number) < 0xd0

/** Whether the letters of a piece belong to scripts common in the training data: Armenian to Thai, Georgian. */
function isCommon(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = end - 1; at >= start; at--) {
    // Only the first byte of a character counts.
    if (((bytes[at] as number) & 0xc0) === 0x80) continue
    const point = pointAt(bytes, at)
    if (point >= 0x250 && !(point >= 0x530 && (point < 0xe80 || (point >= 0x10a0 && point < 0x1100))))
      return false
  }
  return true
}

/**
 * Code points that hardly any word of the vocabulary contains: capitals of other alphabets, marks over letters,
 * Braille.
 */
const rare = [
  [0x180, 0x1b0],
  [0x1b1, 0x218],
  [0x21c, 0x250],
  [0x300, 0x370],
  [0x386, 0x3ac],
  [0x400, 0x430],
  [0x460, 0x560],
  [0x591, 0x5c8],
  [0x610, 0x61b],
  [0x64b, 0x660],
  [0x1e00, 0x1ea0],
  [0x2800, 0x2900],
] as const

const isLetterPoint = (point: number): boolean => point < 0x300 || (point >= 0x370 && point < 0x560)

/** Counts the bytes of rare characters in a piece, except a capital at the beginning of a word. */
function countRareBytes(bytes: Uint8Array, start: number, end: number): number {
  let found = 0
  let before = 0
  for (let at = start; at < end; at += characterBytes(bytes[at] as number)) {
    const point = (bytes[at] as number) < 0x80 ? 0 : pointAt(bytes, at)
    const isRare = point >= 0x80 && rare.some(([from, to]) => point >= from && point < to)
    if (isRare && (before > 0x20 || !isLetterPoint(point))) found += characterBytes(bytes[at] as number)
    before = point || (bytes[at] as number)
  }
  return found
}
