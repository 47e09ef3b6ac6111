import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findWanted } from '../../src/protect/detect/find.ts'
import { piiKinds } from '../../src/protect/detect/pii/pii-rules.ts'
import { texts } from './texts.ts'

const runs = { numRuns: Number(process.env.CTXC_LAW_RUNS ?? 2000) }
const all = { secrets: true, pii: piiKinds }

test('spans are in order, within the text, and do not overlap', () => {
  fc.assert(
    fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), text => {
      let end = 0
      for (const span of findWanted(text, all)) {
        expect(span.start).toBeGreaterThanOrEqual(end)
        expect(span.end).toBeGreaterThan(span.start)
        end = span.end
      }
      expect(end).toBeLessThanOrEqual(text.length)
    }),
    runs,
  )
})

test('a text whose finds were replaced has none of them left', () => {
  fc.assert(
    fc.property(texts, text => {
      const redact = (one: string): string => {
        const spans = findWanted(one, all)
        let written = ''
        let from = 0
        spans.forEach(({ start, end, kind }, at) => {
          written += `${one.slice(from, start)}[secret:${kind}:${at}]`
          from = end
        })
        return written + one.slice(from)
      }
      const once = redact(text)
      for (const { start, end } of findWanted(once, all))
        expect(once.slice(start, end)).not.toMatch(/\[secret:[a-z0-9-]+:\d+\]/)
    }),
    runs,
  )
})

test('any string is read, also one with lone surrogates', () => {
  for (const text of [
    '\ud800',
    '\udc00\ud800',
    'password: \ud800\udc00x1',
    'token=\udfff'.repeat(50),
    '\0'.repeat(9),
  ])
    expect(() => findWanted(text, all)).not.toThrow()
})
