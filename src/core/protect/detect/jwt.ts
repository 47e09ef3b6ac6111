import { alphabets, dot, word } from './chars.ts'
import type { AheadReader } from './reader.ts'
import type { Span } from './span.ts'

const part = (alphabets.base64url as number) | (alphabets.base64 as number)
const leastPart = 10

/** Returns the JSON Web Token whose header begins with the three characters before `end` (`eyJ`). */
export function readJwt(reader: AheadReader, end: number): Span<'jwt'> | null {
  const start = end - 3
  if (!reader.hasAt(start, 'eyJ') || reader.isInAlphabet(start - 1, word)) return null
  const header = reader.runEnd(end, part)
  if (header - end < leastPart || !reader.isInAlphabet(header, dot)) return null
  const payload = reader.runEnd(header + 1, part)
  if (payload - header - 1 < leastPart) return null
  if (!reader.isInAlphabet(payload, dot)) return { start, end: payload, kind: 'jwt' }
  return { start, end: reader.runEnd(payload + 1, part), kind: 'jwt' }
}
