import { blank, digit, letter, word } from '../chars.ts'
import type { AheadReader } from '../reader.ts'
import type { Span } from '../span.ts'
import { mod97 } from './checksums.ts'
import file from './iban-lengths.json' with { type: 'json' }

const lengths: Readonly<Record<string, number>> = file.lengths

/** Returns the account number (IBAN) whose first check digit is before `end`. */
export function readIban(reader: AheadReader, end: number): Span | null {
  const start = end - 3
  if (start < 0 || !reader.isInAlphabet(start, letter) || !reader.isInAlphabet(start + 1, letter)) return null
  if (reader.isInAlphabet(start - 1, word)) return null
  const length = lengths[reader.text.slice(start, start + 2).toUpperCase()]
  if (length === undefined || !reader.isInAlphabet(end, digit)) return null
  let text = ''
  let at = start
  while (text.length < length) {
    if (reader.isInAlphabet(at, word)) text += reader.text[at]
    else if (!(reader.isInAlphabet(at, blank) && reader.isInAlphabet(at + 1, word))) return null
    at++
  }
  if (reader.isInAlphabet(at, word)) return null
  return mod97(text.slice(4) + text.slice(0, 4)) === 1 ? { start, end: at, kind: 'iban' } : null
}
