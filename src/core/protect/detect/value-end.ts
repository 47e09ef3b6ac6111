import { blank, bracket, dash, dot, lineBreak, quote, underscore, word } from './chars.ts'
import type { AheadReader } from './reader.ts'

/** Maximum characters of a value that are judged. A longer value is judged by its beginning, but found as a whole. */
const longestValue = 512
/** Maximum length of a parameter name in a query string. */
const longestName = 64

/** Returns the end of a quoted value: its closing quote, or the end of its line. */
export function quotedEnd(reader: AheadReader, from: number, opener: number, escaped: boolean): number {
  for (let at = from; at - from < longestValue; at++) {
    const code = reader.at(at)
    if (code < 0 || code === 10 || code === 13) return at
    if (code === opener) return escaped && reader.at(at - 1) === 92 ? at - 1 : at
    if (code === 92 && !escaped && reader.at(at + 1) === opener) at++
  }
  return from + longestValue
}

/** Characters of a value without quotes: all except characters that end an argument. */
const bare = ~(blank | lineBreak | quote | bracket)

/** Sign that a value may end with. An assigned password may end with `!`; a password in a sentence may not. */
export type EndSign = typeof exclamation | typeof noSign
export const exclamation = 33
export const noSign = -1

/** Returns the end of a value without quotes, which is before a blank, a quote, or a sign that ends an argument. */
export function unquotedValueEnd(
  reader: AheadReader,
  from: number,
  kept: EndSign,
  alphabet: number = bare,
): number {
  let at = reader.runEnd(from, alphabet, longestValue)
  while (at > from && isSentencePunctuation(reader.at(at - 1)) && reader.at(at - 1) !== kept) at--
  return at
}

/**
 * Returns the end of an assigned password. A `&` is part of the password, unless it begins a query parameter or an
 * entity.
 */
export function assignedPasswordEnd(reader: AheadReader, from: number): number {
  let end = unquotedValueEnd(reader, from, exclamation)
  while (reader.at(end) === 38 && reader.isInAlphabet(end + 1, word) && end - from < longestValue) {
    const next = reader.at(reader.shortRunEnd(end + 1, word | underscore | dash | dot, longestName))
    if (next === 61 || next === 59) break
    end = unquotedValueEnd(reader, end + 1, exclamation)
  }
  return end
}

/** Characters of a password: all except blanks, line breaks and quotes. */
const wide = ~(blank | lineBreak | quote)

/**
 * Returns the end of a password that may contain brackets. If the text is a function call, returns `short`, the end
 * before the first bracket. Closing brackets at the end do not belong to the password.
 */
export function bracketedPasswordEnd(
  reader: AheadReader,
  from: number,
  short: number,
  kept: EndSign,
): number {
  const end = unquotedValueEnd(reader, from, kept, wide)
  const text = reader.text.slice(from, end)
  if (reader.at(short) === 40 && text.includes(')')) return short
  const backslash = text.indexOf('\\')
  let to = backslash < 0 ? end : from + backslash
  while (to > from && isClosingSign(reader.at(to - 1))) to--
  return Math.max(to, short)
}

/** Whether a character is one of `, ; ) ] } >`. */
const isClosingSign = (code: number): boolean =>
  code === 44 || code === 59 || code === 41 || code === 93 || code === 125 || code === 62

/** Whether a character at the end of a value is punctuation of the sentence: `. : ! ?`. */
const isSentencePunctuation = (code: number): boolean =>
  code === 46 || code === 58 || code === 33 || code === 63

/** Returns the end of the whole value, even if only its beginning was judged. */
export const wholeValueEnd = (reader: AheadReader, start: number, end: number, quoted: boolean): number =>
  end - start < longestValue ? end : reader.runEnd(end, quoted ? wide : bare)
