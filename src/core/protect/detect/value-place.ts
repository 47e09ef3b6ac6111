import { blank, dash, dot, letter, lineBreak, quote, underscore, white, word } from './chars.ts'
import type { AheadReader } from './reader.ts'
import {
  assignedPasswordEnd,
  bracketedPasswordEnd,
  exclamation,
  noSign,
  quotedEnd,
  unquotedValueEnd,
} from './value-end.ts'

/** Separator between a name and its value. */
export type Separator = 'assign' | 'is' | 'blank' | 'join' | 'comma' | 'tag'

/** Place of the value after a name. */
export interface ValuePlace {
  readonly start: number
  readonly end: number
  readonly separator: Separator
  readonly quoted: boolean
  /** Rest of the identifier between the name and the separator. */
  readonly rest: string
  /** Whether a scheme of HTTP authentication precedes the value: `Bearer`, `Basic`. */
  readonly scheme: boolean
  /** Whether the text after the value looks like code: a call or an index. */
  readonly code: boolean
}

const rest = word | underscore | dash | dot
const schemes = ['bearer ', 'basic ', 'token ', 'ssws ', 'apikey ', 'key ', 'digest ']

/**
 * Returns the value of the name that ends at `end`; null if no value follows. `toBlank`: whether a value without quotes
 * may contain brackets and commas, as passwords do.
 */
export function valueAfterName(reader: AheadReader, end: number, toBlank: boolean): ValuePlace | null {
  let at = end
  let restEnd = end
  if (reader.isInAlphabet(end, word | underscore | dash | dot)) {
    restEnd = reader.shortRunEnd(end, rest, 24)
    at = restEnd
  }
  const closed = nameClosersEnd(reader, at)
  const spaced = reader.shortRunEnd(closed, blank, 20)
  const assigned = operatorEnd(reader, spaced)
  const identifier = reader.text.slice(end, restEnd)
  if (assigned > 0) return readValuePlace(reader, assigned, 'assign', identifier, toBlank)
  if (restEnd > end) return valueAfterDash(reader, end)
  if (closed > at && reader.at(spaced) === 44) return readValuePlace(reader, spaced + 1, 'comma', '')
  if (closed === at && reader.at(at) === 62) return readValuePlace(reader, at + 1, 'tag', '')
  if (spaced === closed) return null
  for (const verb of ['is ', 'was ', 'is: '])
    if (reader.hasAt(spaced, verb)) return readValuePlace(reader, spaced + verb.length, 'is', '', toBlank)
  return readValuePlace(reader, spaced, 'blank', '')
}

/** Returns the value after a name and a dash, such as `service-token-VALUE`. */
function valueAfterDash(reader: AheadReader, end: number): ValuePlace | null {
  if (!reader.isInAlphabet(end, dash)) return null
  return readValuePlace(reader, end + 1, 'join', '')
}

/** Returns the end of the quotes and brackets that close a name. */
function nameClosersEnd(reader: AheadReader, from: number): number {
  let at = from
  while (at - from < 3) {
    const code = reader.at(at)
    if (!(reader.isInAlphabet(at, quote) || code === 92 || code === 93 || code === 41)) break
    at++
  }
  return at
}

/** Returns the end of an assignment or comparison operator; -1 for none. */
function operatorEnd(reader: AheadReader, from: number): number {
  let at = from
  while (at - from < 4 && isOperator(reader.at(at))) at++
  if (at === from) return -1
  const last = reader.at(at - 1)
  return last === 58 || last === 61 || (last === 62 && at - from > 1) ? at : -1
}

/** Whether a character is one of `: = ? ! > - |`. */
const isOperator = (code: number): boolean =>
  code === 58 || code === 61 || code === 63 || code === 33 || code === 62 || code === 45 || code === 124

function readValuePlace(
  reader: AheadReader,
  from: number,
  separator: Separator,
  identifier: string,
  toBlank = false,
): ValuePlace | null {
  let at = reader.shortRunEnd(from, blank, 40)
  if (separator === 'assign' && reader.isInAlphabet(at, lineBreak)) {
    const next = reader.shortRunEnd(at, white, 60)
    if (!reader.isInAlphabet(next, quote)) return null
    at = next
  }
  let scheme = false
  let opener = quoteEnd(reader, at)
  at = opener < 0 ? at : opener
  for (const one of schemes)
    if (hasTextIgnoringCase(reader, at, one)) {
      scheme = true
      at = reader.shortRunEnd(at + one.length, blank, 8)
      const inner = quoteEnd(reader, at)
      if (inner >= 0) at = opener = inner
      break
    }
  const closing = opener < 0 ? -1 : reader.at(opener - 1)
  const escaped = opener > 0 && reader.at(opener - 2) === 92
  if (closing >= 0 && reader.at(at) === closing) return null
  const kept = toBlank && separator === 'assign' ? exclamation : noSign
  const unquoted = (): number =>
    kept === exclamation ? assignedPasswordEnd(reader, at) : unquotedValueEnd(reader, at, kept)
  const short = closing < 0 ? unquoted() : quotedEnd(reader, at, closing, escaped)
  const isWide = closing < 0 && toBlank && (at > from || separator === 'is')
  const end = isWide ? bracketedPasswordEnd(reader, at, short, kept) : short
  if (end <= at) return null
  const next = reader.at(end)
  const code = closing < 0 && (next === 40 || next === 91 || next === 123)
  return { start: at, end, separator, quoted: closing >= 0, rest: identifier, scheme, code }
}

/**
 * Returns the end of the quote that opens a value, with an optional string prefix or backslash before the quote; -1 for
 * none.
 */
function quoteEnd(reader: AheadReader, from: number): number {
  let at = from
  if (reader.isInAlphabet(at, letter) && reader.isInAlphabet(at + 1, quote)) at++
  while (at - from < 2 && reader.at(at) === 92) at++
  return reader.isInAlphabet(at, quote) ? at + 1 : -1
}

function hasTextIgnoringCase(reader: AheadReader, at: number, expected: string): boolean {
  for (let i = 0; i < expected.length; i++) {
    const code = reader.at(at + i)
    const folded = code >= 65 && code <= 90 ? code + 32 : code
    if (folded !== expected.charCodeAt(i)) return false
  }
  return true
}
