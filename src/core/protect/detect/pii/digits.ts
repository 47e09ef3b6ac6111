import { digit } from '../chars.ts'
import type { AheadReader } from '../reader.ts'

/** Digits of a number that may be written in groups, such as `123 456`. */
export interface Digits {
  readonly digits: string
  readonly end: number
  /** Number of digits in each group. */
  readonly groups: readonly number[]
}

/**
 * Reads groups of digits that all have the same separator, up to `most` digits. A group that would exceed `most` is not
 * part of the number.
 */
export function readDigits(reader: AheadReader, start: number, separators: string, most: number): Digits {
  const groups: number[] = []
  let digits = ''
  let at = start
  for (;;) {
    const end = reader.shortRunEnd(at, digit, most + 1)
    if (end === at || digits.length + end - at > most) break
    digits += reader.text.slice(at, end)
    groups.push(end - at)
    at = end
    const next = reader.at(at)
    if (next < 0 || !separators.includes(String.fromCharCode(next)) || !reader.isInAlphabet(at + 1, digit))
      break
    at++
  }
  const end = at > start && !reader.isInAlphabet(at - 1, digit) ? at - 1 : at
  return { digits, end, groups }
}
