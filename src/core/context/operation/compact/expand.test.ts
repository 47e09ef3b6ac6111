import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryEvents } from '../../../../../test/arbitrary/index.ts'
import { readHandle, writeHandle } from '../../../ir/handle.ts'
import type { ResultContent } from '../../../ir/result.ts'
import { createSession } from '../../../session/create.ts'
import { expand } from './expand.ts'

const result = (...content: ResultContent[]) => ({
  author: 'tool',
  parts: [{ kind: 'tool-result', id: 'c', content } as const],
})
const text = (words: string) => ({ kind: 'text', text: words }) as const
const image = { kind: 'file', mediaType: 'image/png', source: { type: 'base64', data: 'AAAA' } } as const
const session = createSession({
  events: [
    { author: 'user', text: 'half \ud800 a pair\r\n' },
    {
      author: 'agent',
      parts: [
        { kind: 'reasoning', text: 'secret' },
        { kind: 'tool-call', id: 'c', name: 'f', arguments: {} },
      ],
    },
    result(text('one')),
    result(text('one'), text('two'), image),
    { author: 'agent', parts: [{ kind: 'data', value: { a: 1 } }] },
    result(),
  ],
})

test.each([
  ['0.0', { ok: true, text: 'half \ud800 a pair\r\n' }],
  ['2.0', { ok: true, text: 'one' }],
  ['2.0.0', { ok: true, text: 'one' }],
  ['3.0', { ok: true, content: [text('one'), text('two'), image] }],
  ['3.0.1', { ok: true, text: 'two' }],
  ['3.0.2', { ok: true, content: [image] }],
  ['4.0', { ok: true, content: [{ kind: 'data', value: { a: 1 } }] }],
  ['5.0', { ok: true, content: [] }],
])('the handle %s returns its content', (handle, expected) => {
  expect(expand(session, handle)).toEqual(expected)
})

test.each([
  '',
  '0',
  '0.',
  '00.0',
  '0.0.0',
  '-1.0',
  '1e0.0',
  ' 0.0',
  '9.0',
  '0.1',
  '3.0.3',
  '1.0',
  '1.1',
  '99999999999999999999.0',
  null,
  0.0,
  {},
])('%j is refused with a reason', handle => {
  expect(expand(session, handle as string)).toEqual({ ok: false, message: expect.any(String) })
})

test('a rewound text is still returned', () => {
  expect(expand(session.rewind(2), '2.0')).toEqual({ ok: true, text: 'one' })
})

test('an invalid session is a TypeError', () => {
  expect(() => expand({} as never, '0.0')).toThrow(TypeError)
})

test('a handle is read as it was written', () => {
  const handle = fc.record({ seq: fc.nat(), part: fc.nat() }, { requiredKeys: ['seq', 'part'] })
  fc.assert(
    fc.property(handle, place => {
      expect(readHandle(writeHandle(place))).toEqual(place)
    }),
  )
  fc.assert(
    fc.property(fc.nat(), index => {
      expect(readHandle(`1.2.${index}`)).toEqual({ seq: 1, part: 2, index })
    }),
  )
})

test('every text of a session is returned by its handle', () => {
  fc.assert(
    fc.property(arbitraryEvents(), events => {
      const given = createSession({ events })
      for (const { seq, parts } of given.events)
        for (const [part, one] of parts.entries()) {
          const found = expand(given, writeHandle({ seq, part }))
          if (one.kind === 'text') expect(found).toEqual({ ok: true, text: one.text })
          if (one.kind !== 'tool-result') continue
          for (const [index, content] of one.content.entries())
            if (content.kind === 'text')
              expect(expand(given, writeHandle({ seq, part, index }))).toEqual({
                ok: true,
                text: content.text,
              })
        }
    }),
    { numRuns: 100 },
  )
})
