import { colon, dash, digit, hexLower, lower } from './chars.ts'
import type { AheadReader } from './reader.ts'

/** Beginnings of a placeholder: the usual one, and that of a forged placeholder that was made harmless. */
const openings = ['[secret:', '[ secret:']
const longestKind = 40

/**
 * Whether `secret:` at a place is part of a placeholder: `[secret:KIND]`, `[secret:KIND:1]`, or a forged one that was
 * made harmless.
 */
export function isInPlaceholder(reader: AheadReader, place: number): boolean {
  return openings.some(opening => isOpenedBy(reader, opening, place - opening.indexOf('s')))
}

function isOpenedBy(reader: AheadReader, opening: string, start: number): boolean {
  if (start < 0 || !reader.hasAt(start, opening)) return false
  const kind = reader.shortRunEnd(start + opening.length, lower | hexLower | digit | dash, longestKind)
  const end = reader.isInAlphabet(kind, colon) ? reader.shortRunEnd(kind + 1, digit, 8) : kind
  return kind > start + opening.length && reader.at(end) === 93
}
