import { findWanted } from '../detect/find.ts'
import type { Span } from '../detect/span.ts'
import type { Findings } from '../redaction.ts'

/** Returns everything that a redaction finds in a text, in order. Null if a detector failed: then nobody knows. */
export function findAll(
  text: string,
  { secrets, pii, patterns, detectors }: Findings,
): readonly Span[] | null {
  const found: Span[] = secrets || pii.length > 0 ? findWanted(text, { secrets, pii }) : []
  for (const pattern of patterns)
    for (const { index, 0: match } of text.matchAll(globally(pattern)))
      if (match !== '') found.push({ start: index, end: index + match.length, kind: 'pattern' })
  for (const detector of detectors)
    try {
      for (const { start, end } of detector.find(text))
        if (isWithin(text, start, end)) found.push({ start, end, kind: detector.id })
    } catch {
      return null
    }
  return found
}

const isWithin = (text: string, start: number, end: number): boolean =>
  Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end > start && end <= text.length

const globally = (pattern: RegExp): RegExp =>
  pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`)
