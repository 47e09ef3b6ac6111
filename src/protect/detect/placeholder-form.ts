import { colon, dash, digit, hexLower, lower } from './chars.ts'
import type { Reader } from './reader.ts'

const opening = '[secret:'
const longestKind = 40

/** Whether a placeholder of a redacted value begins at a place: `[secret:KIND]` or `[secret:KIND:1]`. */
export function isPlaceholderAt(reader: Reader, start: number): boolean {
  if (!reader.hasAt(start, opening)) return false
  const kind = reader.shortRunEnd(start + opening.length, lower | hexLower | digit | dash, longestKind)
  const end = reader.is(kind, colon) ? reader.shortRunEnd(kind + 1, digit, 8) : kind
  return kind > start + opening.length && reader.at(end) === 93
}
