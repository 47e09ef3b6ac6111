import { afterContraction, asciiPieceEnd } from './ascii-piece.ts'
import {
  type CharClasses,
  caseless,
  charClasses,
  classOf,
  combiningMark,
  lineBreakSign,
  lowerLetter,
  numberSign,
  space,
  upperLetter,
} from './char-class.ts'
import { characterBytes, classAt } from './utf8.ts'

/**
 * Function that returns the end of the piece that begins at a byte; `end` is the end of the text. The byte after the text
 * must be 0, and three more bytes must be readable.
 */
export type PieceEnd = (bytes: Uint8Array, start: number, end: number) => number

const letter = upperLetter | lowerLetter | caseless
const before = upperLetter | caseless | combiningMark
const after = lowerLetter | caseless | combiningMark
const white = space | lineBreakSign
const noSymbol = white | letter | numberSign
const noPrefix = lineBreakSign | letter | numberSign

/** Returns the offset after a run of caseless letters of three bytes, such as Han, Kana and Hangul. */
function afterThreeByteLetters(bytes: Uint8Array, start: number, classes: CharClasses): number {
  for (let at = start; ; at += 3) {
    const point =
      (((bytes[at] as number) & 0x0f) << 12) |
      (((bytes[at + 1] as number) & 0x3f) << 6) |
      ((bytes[at + 2] as number) & 0x3f)
    if (((bytes[at] as number) & 0xf0) !== 0xe0 || classOf(classes, point) !== caseless) return at
  }
}

/** Returns the end of a word: capitals and caseless letters, then small and caseless letters, then a contraction. */
function afterWord(bytes: Uint8Array, start: number, end: number, classes: CharClasses): number {
  let at = start
  let lastCaseless = start
  while (at < end) {
    const next = afterThreeByteLetters(bytes, at, classes)
    if (next > at) lastCaseless = at = next
    if (at === end) break
    const kind = classAt(bytes, at, classes)
    if (!(kind & before)) {
      if (!(kind & lowerLetter)) break
      do at += characterBytes(bytes[at] as number)
      while (at < end && classAt(bytes, at, classes) & after)
      return afterContraction(bytes, at)
    }
    at += characterBytes(bytes[at] as number)
    if (!(kind & upperLetter)) lastCaseless = at
  }
  // A word without small letters ends after its last caseless letter; capitals after that letter begin the next word.
  return afterContraction(bytes, lastCaseless > start ? lastCaseless : at)
}

function afterLetters(bytes: Uint8Array, start: number, end: number, classes: CharClasses): number {
  let at = start
  while (at < end && classAt(bytes, at, classes) & letter) at += characterBytes(bytes[at] as number)
  return at
}

/** Returns the offset after up to three digits, including fractions and digits of other scripts. */
function afterDigits(bytes: Uint8Array, start: number, end: number, classes: CharClasses): number {
  let at = start
  for (let count = 0; count < 3 && at < end && classAt(bytes, at, classes) & numberSign; count++)
    at += characterBytes(bytes[at] as number)
  return at
}

/** Returns the offset after a run of symbols, including the line breaks and `joined` bytes that follow the run. */
function afterSymbols(
  bytes: Uint8Array,
  start: number,
  end: number,
  classes: CharClasses,
  joined: number,
): number {
  let at = start
  while (at < end && !(classAt(bytes, at, classes) & noSymbol)) at += characterBytes(bytes[at] as number)
  if (at === start) return start
  while (at < end && (bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === joined)) at++
  return at
}

/**
 * Returns the end of white space: after its last line break. Without a line break, before its last space, which belongs
 * to the following word.
 */
function afterWhite(
  bytes: Uint8Array,
  start: number,
  end: number,
  classes: CharClasses,
  wholeAtEnd: boolean,
): number {
  let at = start
  let last = start
  let broken = -1
  while (at < end) {
    const kind = classAt(bytes, at, classes)
    if (!(kind & white)) break
    last = at
    at += characterBytes(bytes[at] as number)
    if (kind === lineBreakSign) broken = at
  }
  if (wholeAtEnd && at === end) return end
  if (broken >= 0) return broken
  return at === end || last === start ? at : last
}

/** Rules in which the encodings differ: where symbols and white space end. */
interface Ends {
  /** Byte that belongs to the piece of the symbols before it. Line breaks after symbols belong to that piece too. */
  readonly joined: number
  /** Whether white space at the end of a text is one piece. */
  readonly wholeAtEnd: boolean
}

const o200kEnds: Ends = { joined: 0x2f, wholeAtEnd: false }
/** White space at the end of a text is one piece, as in tiktoken since 0.8. */
const cl100kEnds: Ends = { joined: 0x0a, wholeAtEnd: true }

/** Returns the end of symbols, with or without a space before them, or of white space, for both encodings. */
function afterRest(
  bytes: Uint8Array,
  start: number,
  end: number,
  classes: CharClasses,
  { joined, wholeAtEnd }: Ends,
): number {
  const from = bytes[start] === 0x20 ? start + 1 : start
  const symbols = afterSymbols(bytes, from, end, classes, joined)
  return symbols > from ? symbols : afterWhite(bytes, start, end, classes, wholeAtEnd)
}

/** Returns the end of a piece of o200k_base, without the regular expression in `tiktoken_ext/openai_public.py`. */
export const o200kPieceEnd: PieceEnd = (bytes, start, end) => {
  const ascii = asciiPieceEnd(bytes, start, end)
  if (ascii > start) return ascii
  const classes = charClasses()
  const kind = classAt(bytes, start, classes)
  if (kind & (letter | combiningMark)) return afterWord(bytes, start, end, classes)
  if (kind & numberSign) return afterDigits(bytes, start, end, classes)
  if (!(kind & noPrefix)) {
    const next = start + characterBytes(bytes[start] as number)
    if (next < end && classAt(bytes, next, classes) & (letter | combiningMark))
      return afterWord(bytes, next, end, classes)
  }
  return afterRest(bytes, start, end, classes, o200kEnds)
}

/** Returns the end of a piece of cl100k_base, without a regular expression. */
export const cl100kPieceEnd: PieceEnd = (bytes, start, end) => {
  const classes = charClasses()
  const contraction = afterContraction(bytes, start)
  if (contraction > start) return contraction
  const kind = classAt(bytes, start, classes)
  if (kind & letter) return afterLetters(bytes, start, end, classes)
  if (kind & numberSign) return afterDigits(bytes, start, end, classes)
  if (!(kind & noPrefix)) {
    const next = start + characterBytes(bytes[start] as number)
    if (next < end && classAt(bytes, next, classes) & letter) return afterLetters(bytes, next, end, classes)
  }
  return afterRest(bytes, start, end, classes, cl100kEnds)
}
