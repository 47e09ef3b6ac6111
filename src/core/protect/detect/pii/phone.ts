import { dash, digit, dot, letter, lineBreak, underscore, word } from '../chars.ts'
import type { AheadReader } from '../reader.ts'
import type { Span } from '../span.ts'
import { hasWordBefore } from './context.ts'

/** Words that often precede a phone number. */
const words = [
  'phone',
  'tel',
  'call',
  'mobile',
  'cell',
  'fax',
  'dial',
  'whatsapp',
  'sms',
  'text me',
  'reach me',
  'ring me',
  'contact',

  'desk',
  'office',
]
/** Words that often follow a phone number. */
const wordsAfter = ['office', 'fax', 'phone', 'mobile', 'home', 'cell', 'desk']
const reach = 20
/** Maximum length of a number with its separators, without an extension. */
const longest = 26

/** Candidate for a phone number: its digits, its number of separators, and its end in the text. */
interface Candidate {
  readonly digits: string
  readonly end: number
  readonly separators: number
}

/** Returns the phone number that begins with the character before `end`: `+`, `(` or a digit. */
export function readPhone(reader: AheadReader, end: number): Span | null {
  const start = end - 1
  if (
    reader.isInAlphabet(start - 1, word | underscore | dash | dot) ||
    (reader.at(start) !== 40 && reader.at(start - 1) === 40)
  )
    return null
  const isPlus = reader.at(start) === 43
  if (isPlus && !(reader.isInAlphabet(end, digit) || reader.at(end) === 40)) return null
  if (reader.at(start) === 40 && !reader.isInAlphabet(end, digit) && reader.at(end) !== 43) return null
  const found = candidate(reader, start)
  const { digits, separators } = found
  if (digits.length < 7 || digits.length > 15) return null
  const to = extensionEnd(reader, found.end)
  if (
    reader.isInAlphabet(to, word | underscore) ||
    (reader.isInAlphabet(to, dash) && !reader.isInAlphabet(to + 1, letter))
  )
    return null
  const span = { start, end: to, kind: 'phone' }
  if (isPlus && digits[0] !== '0' && digits.length >= 8)
    if (separators > 0 || !isLineStart(reader, start)) return span
  if (separators >= 2 && isNorthAmerican(reader.text.slice(start, found.end))) return span
  if (isDateOrDecimal(reader.text.slice(start, found.end))) return null
  return hasWordBefore(reader, start, words, reach) || hasWordAfter(reader, to) ? span : null
}

function hasWordAfter(reader: AheadReader, end: number): boolean {
  const from = end + (reader.isInAlphabet(end, dash) || reader.at(end) === 32 ? 1 : 0)
  const to = reader.shortRunEnd(from, letter, 8)
  return wordsAfter.includes(reader.text.slice(from, to).toLowerCase())
}

function candidate(reader: AheadReader, start: number): Candidate {
  let digits = ''
  let separators = 0
  let end = start
  let inSeparator = 0
  for (let at = start; at - start < longest; at++) {
    const code = reader.at(at)
    if (reader.isInAlphabet(at, digit)) {
      digits += reader.text[at]
      end = at + 1
      inSeparator = 0
    } else if (isSeparator(code) && inSeparator < 3) {
      inSeparator++
      if (at > start && inSeparator === 1) separators++
    } else break
  }
  return { digits, end, separators }
}

/** Whether a character is one of `+ ( ) - . /`, or a space or tab. */
const isSeparator = (code: number): boolean =>
  code === 32 || code === 40 || code === 41 || code === 43 || code === 45 || code === 46 || code === 47

/** Returns the end of an extension after a number: `x1234`, `ext. 12`. */
function extensionEnd(reader: AheadReader, from: number): number {
  for (const mark of ['x', ' x', ' ext ', ' ext. ', ' ext.'])
    if (reader.hasAt(from, mark)) {
      const end = reader.shortRunEnd(from + mark.length, digit, 6)
      if (end > from + mark.length) return end
    }
  return from
}

const isLineStart = (reader: AheadReader, start: number): boolean =>
  start === 0 || reader.isInAlphabet(start - 1, lineBreak)

/** Whether a number is grouped as in the North American plan: area and exchange begin with 2 to 9. */
const isNorthAmerican = (text: string): boolean =>
  /^(?:\+?1[ .-]?)?\(?[2-9]\d\d\)?[ .-]\s?[2-9]\d\d[ .-]\d{4}$/.test(text)

/** Whether a text is a date, a time or a decimal number. */
const isDateOrDecimal = (text: string): boolean =>
  /^\d{4}[-/.]\d\d?[-/.]\d\d?(?:\D|$)/.test(text) ||
  /^\d+\.\d+$/.test(text) ||
  /^\d\d?[-/.]\d\d?[-/.]\d{4}$/.test(text)
