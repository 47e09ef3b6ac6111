import { findWanted } from '../detect/find.ts'
import type { Span } from '../detect/span.ts'
import type { Findings } from '../redaction.ts'

/** Kind of what a pattern, and of what a field finds. */
const [ofPattern, ofField] = ['pattern', 'field'] as const

/** Returns everything that a redaction finds in a text, in order. Null if a detector failed: then nobody knows. */
export function findAll(
  text: string,
  { secrets, pii, patterns, detectors }: Findings,
): readonly Span[] | null {
  const found: Span[] = secrets || pii.length > 0 ? findWanted(text, { secrets, pii }) : []
  for (const pattern of patterns)
    for (const { index, 0: match } of text.matchAll(globally(pattern)))
      if (match !== '') found.push({ start: index, end: index + match.length, kind: ofPattern })
  for (const { id, find } of detectors)
    try {
      for (const { start, end } of find(text))
        if (isWithin(text, start, end)) found.push({ start, end, kind: id })
    } catch {
      return null
    }
  return found
}

const isWithin = (text: string, start: number, end: number): boolean =>
  Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end > start && end <= text.length

const globally = (pattern: RegExp): RegExp =>
  pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`)

/** Value that a field holds, and its kind. */
export interface FieldFind {
  readonly value: string
  readonly kind: string
}

/** Returns the texts that fields of a JSON value hold whose names a redaction lists, at any depth. */
export function findFields(value: unknown, names: readonly string[]): readonly FieldFind[] {
  if (names.length === 0) return []
  const found: FieldFind[] = []
  const visit = (item: unknown, isListed: boolean): void => {
    if (typeof item === 'string' || typeof item === 'number') {
      if (isListed && String(item) !== '') found.push({ value: String(item), kind: ofField })
      else if (typeof item === 'string' && /^\s*[[{]/.test(item)) visit(parsed(item), false)
    } else if (typeof item === 'object' && item !== null)
      for (const [key, inner] of Object.entries(item))
        visit(inner, isListed || (!Array.isArray(item) && names.includes(key)))
  }
  visit(value, false)
  return found
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
