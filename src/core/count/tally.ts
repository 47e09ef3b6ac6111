import {
  type CharClasses,
  caseless,
  combiningMark,
  lineBreakSign,
  lowerLetter,
  numberSign,
  space,
  upperLetter,
} from './char-class.ts'
import { characterBytes, classAt, pointAt } from './utf8.ts'

/** Kinds of text by which tokens are counted. A piece of two scripts counts as the more expensive one. */
export const tokenKinds = [
  /** ASCII word that is one token. */
  'word',
  /** ASCII word that is several tokens: rare words, names in code, base64. */
  'fragment',
  /** Latin word with letters outside ASCII: most of Vietnamese, some of French. */
  'accented',
  /** Han, Kana and Hangul. */
  'ideograph',
  /** Greek and Cyrillic. */
  'alphabet',
  /** Every other script. */
  'foreign',
  /** Up to three digits. */
  'digit',
  /** ASCII punctuation and signs. */
  'symbol',
  /** Other signs: curly quotes, dashes, arrows, emoji. */
  'picture',
  /** White space that belongs to no word. */
  'space',
] as const

/** Kind of text by which tokens are counted. */
export type TokenKind = (typeof tokenKinds)[number]

/** Counts of a text by kind. */
export interface Tally {
  readonly tokens: Record<TokenKind, number>
  /** UTF-8 bytes. Equal symbols in a row count as one byte, because vocabularies contain rows of dashes. */
  readonly bytes: Record<TokenKind, number>
  /** Number of single digits, because some vocabularies have one token for each digit. */
  figures: number
  /** UTF-8 bytes of the whole text. */
  length: number
  /** Tokens that are neither words nor code: base64, digests, keys, random letters. */
  readonly noise: Record<TokenKind, number>
  /** Upper bounds of the tokens by kind, if the counts are approximate. */
  most?: Readonly<Record<TokenKind, number>>
}

/** Returns a count of zero for each kind. */
export const zeros = (): Record<TokenKind, number> =>
  Object.fromEntries(tokenKinds.map(kind => [kind, 0])) as Record<TokenKind, number>

/** Returns an empty tally. */
export const emptyTally = (): Tally => ({
  tokens: zeros(),
  bytes: zeros(),
  noise: zeros(),
  figures: 0,
  length: 0,
})

const letter = upperLetter | lowerLetter | caseless | combiningMark

/** Adds the bytes of a piece of a known kind to a tally. */
export function addBytes(tally: Tally, kind: TokenKind, bytes: Uint8Array, start: number, end: number): void {
  tally.bytes[kind] += kind === 'symbol' ? countByteRuns(bytes, start, end) : end - start
  tally.length += end - start
  if (kind !== 'digit') return
  for (let at = start; at < end; at += characterBytes(bytes[at] as number)) tally.figures++
}

/** Counts the runs of equal bytes in a piece. */
export function countByteRuns(bytes: Uint8Array, start: number, end: number): number {
  let count = 1
  for (let at = start + 1; at < end; at++) if (bytes[at] !== bytes[at - 1]) count++
  return count
}

/**
 * Returns the kind of a piece. The first character after a prefix decides; if it is a letter, the most expensive script
 * of the word decides. `whole`: whether the piece is one token.
 */
export function tokenKind(
  bytes: Uint8Array,
  start: number,
  end: number,
  whole: boolean,
  classes: CharClasses,
): TokenKind {
  let at = start
  let kind = classAt(bytes, at, classes)
  if (!(kind & (letter | numberSign | lineBreakSign))) {
    const next = start + characterBytes(bytes[start] as number)
    const behind = next < end ? classAt(bytes, next, classes) : space
    // A space or a symbol before a word belongs to the word; a space before symbols belongs to the symbols.
    if (behind & letter || (kind & space && !(behind & (space | lineBreakSign)))) {
      at = next
      kind = behind
    }
  }
  if (kind & numberSign) return 'digit'
  if (kind & (space | lineBreakSign)) return 'space'
  if (!(kind & letter)) return isAscii(bytes, at, end) ? 'symbol' : 'picture'
  return dearestScript(bytes, at, end) ?? (whole ? 'word' : 'fragment')
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((bytes[at] as number) >= 0x80) return false
  return true
}

/** Kinds of words outside ASCII, the most expensive last. */
const scripts = ['accented', 'ideograph', 'alphabet', 'foreign'] as const

/** Returns the most expensive script of a word; undefined if it is all ASCII. */
function dearestScript(bytes: Uint8Array, start: number, end: number): (typeof scripts)[number] | undefined {
  let found = -1
  for (let at = start; at < end && found < 3; at += characterBytes(bytes[at] as number))
    if ((bytes[at] as number) >= 0x80) found = Math.max(found, scriptOf(pointAt(bytes, at)))
  return scripts[found]
}

function scriptOf(point: number): number {
  if (point < 0x250 || (point >= 0x300 && point < 0x370) || (point >= 0x1e00 && point < 0x1f00)) return 0
  if (isEastAsian(point)) return 1
  return point >= 0x370 && point < 0x530 ? 2 : 3
}

/** Whether a code point is Han, Kana or Hangul, by its block. */
const isEastAsian = (point: number): boolean =>
  (point >= 0x1100 && point < 0x1200) ||
  (point >= 0x2e80 && point < 0xa000) ||
  (point >= 0xac00 && point < 0xd800) ||
  (point >= 0xf900 && point < 0xfb00) ||
  (point >= 0xff66 && point < 0xffe0) ||
  (point >= 0x20000 && point < 0x40000)
