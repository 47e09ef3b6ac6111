import { alphabets, blank, dash, digit, letter, quote, underscore, white } from './chars.ts'
import type { AheadReader } from './reader.ts'
import type { Span } from './span.ts'

/** Maximum length of a key block that is read. A private key of 16,384 bits has 13,000 characters. */
const longestBlock = 16_384
/** Minimum length of a key's body. */
const leastBody = 40

const header = '-----begin'
const ending = '-----END'
const label = letter | digit | blank | underscore
/** Characters of a key's body: base64, white space, and characters around lines in source code and JSON. */
const body = (alphabets.base64 as number) | white | quote | dash

/** Returns the private key whose header begins before `end`, even if the text ends within the key. */
export function readPem(reader: AheadReader, end: number): Span<'private-key'> | null {
  const start = end - header.length
  const labelled = reader.shortRunEnd(end, label, 60)
  if (!isPrivate(reader.text.slice(end, labelled).toUpperCase())) return null
  if (!reader.hasAt(labelled, '-----')) return null
  let at = labelled + 5
  let characters = 0
  for (; at - start < longestBlock; at++) {
    if (reader.isInAlphabet(at, dash) && reader.hasAt(at, ending))
      return completeKeySpan(reader, start, at, characters)
    const code = reader.at(at)
    if (code < 0 || !(reader.isInAlphabet(at, body) || isOtherKeyCharacter(code))) break
    if (reader.isInAlphabet(at, alphabets.base64 as number)) characters++
  }
  return characters >= leastBody ? { start, end: at, kind: 'private-key' } : null
}

const isPrivate = (text: string): boolean => text.includes('PRIVATE KEY')

/**
 * Whether a character other than base64 may occur in a key's body: in `\n` escapes and headers such as `Proc-Type:
 * 4,ENCRYPTED`.
 */
const isOtherKeyCharacter = (code: number): boolean =>
  code === 92 || code === 58 || code === 44 || code === 46

function completeKeySpan(
  reader: AheadReader,
  start: number,
  at: number,
  characters: number,
): ReturnType<typeof readPem> {
  if (characters < leastBody) return null
  const labelled = reader.shortRunEnd(at + ending.length, label, 60)
  return { start, end: reader.shortRunEnd(labelled, dash, 5), kind: 'private-key' }
}
