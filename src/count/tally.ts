import { caseless, digit, lineBreak, lower, mark, space, upper } from './char-class.ts'
import { classAt, pointAt, width } from './utf8.ts'

/** What the tokens of a piece of text are part of. */
export type TokenKind =
  /** A Latin word that is one token. */
  | 'word'
  /** A Latin word that is several: rare words, names in code, base64. */
  | 'fragment'
  /** Han, Kana and Hangul. */
  | 'ideograph'
  /** Greek and Cyrillic. */
  | 'alphabet'
  /** Every other script. */
  | 'foreign'
  /** Up to three digits. */
  | 'digit'
  /** ASCII punctuation and signs. */
  | 'symbol'
  /** Other signs: emoji, arrows, boxes. */
  | 'picture'
  /** White space that is no part of a word. */
  | 'space'

/** Tokens of a text by kind, and what else other vocabularies count by. */
export type Tally = Readonly<Record<TokenKind, number>> & {
  /** Digits, one by one. */
  readonly figure: number
  /** UTF-8 bytes. */
  readonly bytes: number
}

/** A tally that is being made. */
export type Tallying = { -readonly [Key in keyof Tally]: number }

/** A tally of nothing. */
export const emptyTally = (): Tallying => ({
  word: 0,
  fragment: 0,
  ideograph: 0,
  alphabet: 0,
  foreign: 0,
  digit: 0,
  symbol: 0,
  picture: 0,
  space: 0,
  figure: 0,
  bytes: 0,
})

const letter = upper | lower | caseless | mark

/** Adds a piece and its tokens to a tally. */
export function addPiece(
  tally: Tallying,
  bytes: Uint8Array,
  start: number,
  end: number,
  tokens: number,
  classes: Uint8Array,
): void {
  const kind = kindOf(bytes, start, end, tokens, classes)
  tally[kind] += tokens
  tally.bytes += end - start
  if (kind !== 'digit') return
  for (let at = start; at < end; at += width(bytes[at] as number)) tally.figure++
}

/** The kind of a piece, by its first character that is no prefix. */
function kindOf(
  bytes: Uint8Array,
  start: number,
  end: number,
  tokens: number,
  classes: Uint8Array,
): TokenKind {
  let at = start
  let kind = classAt(bytes, at, classes)
  if (!(kind & (letter | digit | lineBreak))) {
    const next = start + width(bytes[start] as number)
    const behind = next < end ? classAt(bytes, next, classes) : space
    // A space or a symbol before a word is the word's, a space before symbols theirs.
    if (behind & letter || (kind & space && !(behind & (space | lineBreak)))) {
      at = next
      kind = behind
    }
  }
  if (kind & digit) return 'digit'
  if (kind & (space | lineBreak)) return 'space'
  const point = pointAt(bytes, at)
  if (!(kind & letter)) return point < 0x80 ? 'symbol' : 'picture'
  if (point < 0x250) return tokens === 1 ? 'word' : 'fragment'
  if (point >= 0x370 && point < 0x530) return 'alphabet'
  return isEastAsian(point) ? 'ideograph' : 'foreign'
}

/** Han, Kana and Hangul, by blocks. */
const isEastAsian = (point: number): boolean =>
  (point >= 0x1100 && point < 0x1200) ||
  (point >= 0x2e80 && point < 0xa000) ||
  (point >= 0xac00 && point < 0xd800) ||
  (point >= 0xf900 && point < 0xfb00) ||
  (point >= 0xff66 && point < 0xffe0) ||
  (point >= 0x20000 && point < 0x40000)
