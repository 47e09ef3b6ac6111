// Values that no model may see, in the forms in which they may be planted, and a look for them in what is sent.
import fc from 'fast-check'
import { redact } from '../../../src/core/protect/redact.ts'
import { toJson } from '../../../src/core/text/json.ts'

/** A value of a pattern, an e-mail address with signs that are escaped in URLs, and the value of a named field. */
export const values = ['tulip-4711', 'anna+"x"@example.org'.replaceAll('"', ''), 'T-100-55-9'] as const

export const protect = [redact({ pii: ['email'], patterns: [/tulip-\d+/], fields: ['ticket'] })]

/** State by which the value of the named field is known. */
export const state = { ticket: values[2], mail: values[1], code: values[0] }

const forms = {
  bare: (value: string) => value,
  json: (value: string) => JSON.stringify({ said: `"${value}"` }),
  percent: (value: string) => `https://a.example/?q=${encodeURIComponent(value)}`,
  base64: (value: string) => `Basic ${Buffer.from(`me:${value}!`).toString('base64')}`,
}

/** A text that holds a value in one of the forms, and nothing else that is protected. */
export const planted: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...values), fc.constantFrom(...Object.values(forms)), fc.nat(9))
  .map(([value, form, number]) => `note ${number}: ${form(value)} .`)

const encoded = (value: string): readonly string[] => [
  value,
  encodeURIComponent(value),
  // Base64 at each of its three offsets, without the signs that depend on the neighbours.
  ...[0, 1, 2].map(offset =>
    Buffer.from('a'.repeat(offset) + value)
      .toString('base64')
      .slice(offset === 0 ? 0 : 4, -4),
  ),
]

/** Returns the values that some JSON holds, in any of their forms. */
export const shownIn = (sent: unknown): readonly string[] => {
  const text = typeof sent === 'string' ? sent : toJson(sent)
  return values.filter(value => encoded(value).some(form => text.includes(form)))
}
