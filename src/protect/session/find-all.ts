import { findWanted } from '../detect/find.ts'
import type { Span } from '../detect/span.ts'
import type { Detector } from '../detector.ts'
import type { Findings } from '../redaction.ts'
import type { Checks } from './checked-texts.ts'

/** Returns everything that a redaction finds in a text, in order. Null if a detector failed, or is still to look at it. */
export function findAll(
  text: string,
  { secrets, pii, patterns, detectors, onDetectorError }: Findings,
  checked: Checks,
): readonly Span[] | null {
  const found: Span[] = secrets || pii.length > 0 ? findWanted(text, { secrets, pii }) : []
  for (const pattern of patterns)
    for (const { index, 0: match } of text.matchAll(globally(pattern)))
      if (match !== '') found.push({ start: index, end: index + match.length, kind: 'pattern' })
  let isWaiting = false
  for (const detector of detectors) {
    const spans = 'find' in detector ? findNow(detector, text) : checked.of(detector, text)
    // All detectors are asked, so that none waits for another one's answer.
    if (spans === undefined) isWaiting = true
    else if (spans === null && onDetectorError === 'withhold') return null
    else
      for (const { start, end } of spans ?? [])
        if (isWithin(text, start, end)) found.push({ start, end, kind: detector.id })
  }
  return isWaiting ? null : found
}

/** Returns the finds of a detector; null if it failed. */
function findNow(detector: Detector, text: string): readonly Span[] | null {
  try {
    return [...detector.find(text)]
  } catch {
    return null
  }
}

const isWithin = (text: string, start: number, end: number): boolean =>
  Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end > start && end <= text.length

const globally = (pattern: RegExp): RegExp =>
  pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`)
