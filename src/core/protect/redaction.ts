import type { Protection } from '../ir/protection.ts'
import type { PiiKind } from './detect/pii/pii-rules.ts'
import type { AsyncDetector, Detector } from './detector.ts'
import type { GuardedProtection, RemovingProtection } from './protection.ts'

/** Redaction: the kinds of values that are replaced in everything that leaves the session's log. */
export interface Redaction extends Protection {
  readonly kind: 'redact'
  /** @internal Makes the guard of one session. */
  readonly guard: GuardedProtection['guard']
  /** @internal Whether texts wait for a detector that answers later. */
  readonly isLate: boolean
  /** @internal Makes a function that replaces values in events before they are stored. */
  readonly remover?: RemovingProtection['remover']
  /** Whether secrets are found: public token formats, private keys, passwords in URLs, values named as secrets. */
  readonly secrets: boolean
  /** Kinds of personal data. */
  readonly pii: readonly PiiKind[]
  /** Patterns of values. They run on untrusted text, so avoid patterns that backtrack. */
  readonly patterns: readonly RegExp[]
  /** Names of fields whose values are replaced, wherever they occur. */
  readonly fields: readonly string[]
  readonly detectors: readonly (Detector | AsyncDetector)[]
  /** Handling of a text on which a detector failed: it is withheld, or sent unchecked. */
  readonly onDetectorError: 'withhold' | 'send'
}

/** Kinds of the values that `fields` and `patterns` find. They do not say what a value is, so that it may be a secret. */
export const unnamedKinds: ReadonlySet<string> = new Set(['field', 'pattern'])

/** Settings of a redaction that decide which values it finds. */
export type RedactionFinds = Omit<Redaction, 'kind' | 'guard' | 'remover' | 'isLate'>

/** Returns one redaction that finds everything that any of the given redactions finds. */
export function joinedFindings(redactions: readonly RedactionFinds[]): RedactionFinds {
  const joinSettingLists = <Item>(of: (each: RedactionFinds) => readonly Item[]): readonly Item[] => [
    ...new Set(redactions.flatMap(of)),
  ]
  return {
    secrets: redactions.some(({ secrets }) => secrets),
    pii: joinSettingLists(({ pii }) => pii),
    patterns: joinSettingLists(({ patterns }) => patterns),
    fields: joinSettingLists(({ fields }) => fields),
    detectors: joinSettingLists(({ detectors }) => detectors),
    onDetectorError: redactions.every(({ onDetectorError }) => onDetectorError === 'send')
      ? 'send'
      : 'withhold',
  }
}
