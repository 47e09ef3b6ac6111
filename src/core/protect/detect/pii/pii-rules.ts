import type { AheadReader } from '../reader.ts'
import type { DetectRule } from '../rule.ts'
import type { Span } from '../span.ts'
import { readCard } from './card.ts'
import { readEmail } from './email.ts'
import { readIban } from './iban.ts'
import { readIPv4, readIPv6 } from './ip.ts'
import { readPhone } from './phone.ts'
import { readSsn } from './ssn.ts'

/**
 * Kinds of personal data that have a format. At each place of a text, the kinds are tried in this order, those with a
 * checksum first.
 */
export const piiKinds = ['email', 'iban', 'card', 'ssn', 'ip', 'phone'] as const

/** Kind of personal data. */
export type PiiKind = (typeof piiKinds)[number]

type Read = (reader: AheadReader, end: number) => Span | null

const digits = [...'0123456789']

/** Trigger characters of each kind, and the function that reads a value around such a character. */
const readers: Readonly<Record<PiiKind, readonly (readonly [readonly string[], Read])[]>> = {
  email: [[['@'], readEmail]],
  card: [[digits, readCard]],
  iban: [[digits, readIban]],
  ssn: [[digits, readSsn]],
  ip: [
    [digits, readIPv4],
    [[':'], readIPv6],
  ],
  phone: [[['+', '(', ...digits], readPhone]],
}

/** Returns the rules of some kinds of personal data. */
export const piiRules = (kinds: readonly PiiKind[]): DetectRule[] =>
  piiKinds
    .filter(kind => kinds.includes(kind))
    .flatMap(kind =>
      readers[kind].flatMap(([keywords, read]) =>
        keywords.map(keyword => ({ keyword, general: false, read })),
      ),
    )
