import type { PiiKind } from './detect/pii/pii-rules.ts'
import type { Span } from './detect/span.ts'

/** Finds values that no model may see. It must be pure: the same text gives the same spans. */
export interface Detector {
  /** Name of the detector. It is the kind of its finds, as placeholders show it. */
  readonly id: string
  /** Version, which changes when it finds other things. */
  readonly version: string
  find(text: string): readonly Span[]
}

/** Values that are replaced in everything that leaves the session's log. */
export interface Redaction {
  readonly kind: 'redact'
  /** Whether secrets are found: tokens with a public format, private keys, passwords in URLs, values of telling names. */
  readonly secrets: boolean
  /** Kinds of personal data. */
  readonly pii: readonly PiiKind[]
  /** Patterns of values. They run on untrusted text: choose ones that do not backtrack. */
  readonly patterns: readonly RegExp[]
  /** Names of fields whose values are replaced, wherever they occur. */
  readonly fields: readonly string[]
  readonly detectors: readonly Detector[]
}

/** Returns one redaction that does what all of them do; null if there is none. */
export function joined(redactions: readonly Redaction[]): Redaction | null {
  if (redactions.length === 0) return null
  const all = <Item>(of: (each: Redaction) => readonly Item[]): readonly Item[] => [
    ...new Set(redactions.flatMap(of)),
  ]
  return {
    kind: 'redact',
    secrets: redactions.some(({ secrets }) => secrets),
    pii: all(({ pii }) => pii),
    patterns: all(({ patterns }) => patterns),
    fields: all(({ fields }) => fields),
    detectors: all(({ detectors }) => detectors),
  }
}
