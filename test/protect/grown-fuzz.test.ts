// Sessions of small pieces, so that values overlap, hold each other and occur in JSON, read event by event and at once.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Part } from '../../src/core/ir/part.ts'
import { redact } from '../../src/core/protect/index.ts'
import type { Guard } from '../../src/core/protect/protection.ts'
import { digest } from '../../src/core/text/digest.ts'
import { createSession, type EventInput, type Session } from '../../src/index.ts'
import { parameters, patience } from '../laws/runs.ts'

const pieces = [
  ...[
    'tulip-4711',
    '-rose',
    'ab',
    'bbc',
    'abbb',
    '#me',
    '#m',
    '42',
    ' ',
    '!',
    'abcdef',
    'YWJjZGVm',
    '"',
    '\\',
  ],
  ...['[secret:pattern:1]', '[secret:field:1]', '[secret:', 'pattern:2]', 'secret', 'key ', 'odd', '\u2026'],
]
const patterns = [[/tulip-\d+/, /\d+-rose/], [/ab+/, /b+c/], [/#\w+/], [/\b\d{2,3}\b/, /<\w+>/]]
const words = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }).map(some => some.join(''))

/** Texts of a session: few, so that one occurs again alone, in data and in JSON. */
const sessions = fc
  .tuple(fc.array(words, { minLength: 2, maxLength: 6 }), fc.constantFrom(...patterns), fc.boolean())
  .chain(([texts, some, waits]) => {
    const text = fc.constantFrom(...texts)
    const value = fc.letrec<{ value: unknown }>(tie => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        text,
        fc.constantFrom(42, 4711),
        fc.dictionary(fc.constantFrom('seat', 'a'), tie('value'), { maxKeys: 2 }),
        fc.array(tie('value'), { maxLength: 2 }),
        tie('value').map(inner => JSON.stringify(inner)),
      ),
    })).value
    const said = fc.oneof(
      text,
      value.map(inner => JSON.stringify([inner])),
    )
    const part = (kind: object): Part => kind as Part
    const event: fc.Arbitrary<EventInput> = fc.oneof(
      fc.record({ author: fc.constantFrom('user', 'helper', 'other'), text: said }),
      value.map(inner => ({ author: 'user', parts: [part({ kind: 'data', value: inner })] })),
      fc.tuple(said, value).map(([id, args]) => ({
        author: 'helper',
        parts: [part({ kind: 'tool-call', id, name: 'f', arguments: { seat: args } })],
      })),
      fc.tuple(said, said).map(([id, content]) => ({
        author: 'tool',
        parts: [part({ kind: 'tool-result', id, content: [{ kind: 'text', text: content }] })],
      })),
      said.map(summary => ({
        author: 'developer',
        text: summary,
        actions: { compaction: { covers: [{ from: 0, to: 1 }] } },
      })),
      fc.tuple(text, fc.nat(6), fc.integer({ min: 1, max: 6 })).map(([of, start, length]) => ({
        author: 'developer',
        actions: {
          effect: {
            ...({ kind: 'detect', handler: 'late' } as const),
            key: digest(JSON.stringify(['detect', 'late', '1', of])).slice(0, 32),
            output: JSON.stringify([{ start, end: start + length, kind: 'late' }]),
          },
        },
      })),
    )
    return fc.record({
      patterns: fc.constant(some),
      waits: fc.constant(waits),
      events: fc.array(event, { minLength: 1, maxLength: 7 }),
    })
  })

/** Events, changes of earlier events, and what is reported. */
const formOf = (guard: Guard, safe: Session): string =>
  JSON.stringify([safe.events, safe.units.rows.rewrites, guard.diagnostics([])])

test(
  'a guard that saw a session grow gives what one gives that reads it at once',
  () => {
    fc.assert(
      fc.property(sessions, ({ patterns, waits, events }) => {
        const find = (text: string) => {
          if (text === 'odd') throw new Error('no')
          return []
        }
        const detectors = [
          { id: 'now', version: '1', find },
          { id: 'late', version: '1', findLater: async () => [] },
        ]
        const redaction = redact({ fields: ['seat'], patterns, detectors })
        const isModel = (author: string): boolean => author === 'helper'
        const grown = redaction.guard([redaction], { waits })
        let session = createSession()
        let form: unknown = null
        for (const event of events) {
          session = session.append(event)
          form = formOf(grown, grown.protect(session, isModel))
        }
        const other = redaction.guard([redaction], { waits })
        expect(form).toBe(formOf(other, other.protect(session, isModel)))
      }),
      parameters,
    )
  },
  patience(60_000),
)
