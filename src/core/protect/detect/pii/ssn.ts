import { dash, digit, dot, word } from '../chars.ts'
import type { AheadReader } from '../reader.ts'
import type { Span } from '../span.ts'
import { hasWordBefore } from './context.ts'
import { readDigits } from './digits.ts'

const words = ['ssn', 'social security', 'social sec']

/** Returns the US social security number whose first digit is before `end`. */
export function readSsn(reader: AheadReader, end: number): Span | null {
  const start = end - 1
  if (reader.isInAlphabet(start - 1, word | dot | dash)) return null
  const number = readDigits(reader, start, ' -', 9)
  const { digits, groups } = number
  if (digits.length !== 9 || reader.isInAlphabet(number.end, word | dash)) return null
  if (reader.isInAlphabet(number.end, dot) && reader.isInAlphabet(number.end + 1, digit)) return null
  if (groups.length === 3 ? groups[0] !== 3 || groups[1] !== 2 : !hasWordBefore(reader, start, words, 30))
    return null
  return isIssued(digits) ? { start, end: number.end, kind: 'ssn' } : null
}

/** Whether a number is in the ranges that are issued: no area 000, 666 or 9xx, no group 00, no serial 0000. */
function isIssued(digits: string): boolean {
  const area = digits.slice(0, 3)
  if (area === '000' || area === '666' || area[0] === '9') return false
  return digits.slice(3, 5) !== '00' && digits.slice(5) !== '0000'
}
