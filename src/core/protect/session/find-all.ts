import { findWanted } from '../detect/find.ts'
import type { Span } from '../detect/span.ts'
import type { Detector } from '../detector.ts'
import type { RedactionFinds } from '../redaction.ts'
import { findInReadings } from '../spelling/readings.ts'
import type { DetectorFinds } from './checked-texts.ts'

/** Finds of a redaction in a text. */
export interface Finds {
  readonly spans: readonly Span[]
  /** Whether the text may be shown: every detector has checked it, or unchecked texts are allowed. */
  readonly isChecked: boolean
}

/** Returns everything that a redaction finds in a text, in order. */
export function findProtectedValues(
  text: string,
  { secrets, pii, patterns, detectors, onDetectorError }: RedactionFinds,
  checked: DetectorFinds,
): Finds {
  const found: Span[] = secrets || pii.length > 0 ? findWanted(text, { secrets, pii }) : []
  if (patterns.length > 0) {
    const find = (each: string): Span[] => patterns.flatMap(pattern => matchesOf(pattern, each))
    found.push(...find(text), ...findInReadings(text, find))
  }
  let isChecked = true
  for (const detector of detectors) {
    const spans = 'find' in detector ? runSyncDetector(detector, text) : checked.of(detector, text)
    // All detectors are called, even if one has no outcome yet, so that all of them are requested together, and all
    // finds count.
    if (spans === undefined || (spans === null && onDetectorError === 'withhold')) isChecked = false
    else
      for (const { start, end } of spans ?? [])
        if (isWithin(text, start, end)) found.push({ start, end, kind: detector.id })
  }
  return { spans: found, isChecked }
}

const matchesOf = (pattern: RegExp, text: string): Span[] =>
  [...text.matchAll(globally(pattern))].flatMap(({ index, 0: match }) =>
    match === '' ? [] : [{ start: index, end: index + match.length, kind: 'pattern' }],
  )

/** Returns the finds of a detector; null if it failed. */
function runSyncDetector(detector: Detector, text: string): readonly Span[] | null {
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
