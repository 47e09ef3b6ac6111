import { dash, digit, dot, word } from '../chars.ts'
import type { AheadReader } from '../reader.ts'
import type { Span } from '../span.ts'
import { isLuhn } from './checksums.ts'
import { readDigits } from './digits.ts'

/** First digits and lengths of card numbers by network (ISO/IEC 7812 ranges as the networks publish them). */
const networks: readonly {
  readonly from: number
  readonly to: number
  readonly lengths: readonly number[]
}[] = [
  { from: 4000, to: 4999, lengths: [13, 16, 19] },
  { from: 5100, to: 5599, lengths: [16] },
  { from: 2221, to: 2720, lengths: [16] },
  { from: 3400, to: 3499, lengths: [15] },
  { from: 3700, to: 3799, lengths: [15] },
  { from: 3000, to: 3059, lengths: [14] },
  { from: 3600, to: 3699, lengths: [14] },
  { from: 3800, to: 3999, lengths: [14] },
  { from: 3500, to: 3599, lengths: [16] },
  { from: 1800, to: 1800, lengths: [15] },
  { from: 2131, to: 2131, lengths: [15] },
  { from: 5000, to: 5099, lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  { from: 5600, to: 6999, lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
]

/** Returns the card number whose first digit is before `end`. */
export function readCard(reader: AheadReader, end: number): Span | null {
  const start = end - 1
  if (
    reader.isInAlphabet(start - 1, word | dot) ||
    (reader.isInAlphabet(start - 1, dash) && reader.isInAlphabet(start - 2, word))
  )
    return null
  const number = readDigits(reader, start, ' -', 19)
  const { digits, groups } = number
  if (digits.length < 12 || groups.length > 5 || (groups.length > 1 && Math.min(...groups) < 3)) return null
  if (
    reader.isInAlphabet(number.end, word) ||
    (reader.isInAlphabet(number.end, dot) && reader.isInAlphabet(number.end + 1, digit))
  )
    return null
  const prefix = Number(digits.slice(0, 4))
  const isKnown = networks.some(
    ({ from, to, lengths }) => prefix >= from && prefix <= to && lengths.includes(digits.length),
  )
  return isKnown && isLuhn(digits) ? { start, end: number.end, kind: 'card' } : null
}
