import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findWanted } from '../../src/core/protect/detect/find.ts'
import { piiKinds } from '../../src/core/protect/detect/pii/pii-rules.ts'
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

test('a redacted text keeps its placeholders, and nothing more is found in it', () => {
  // A blank around each part: what precedes or follows a value may decide whether it is one.
  const spaced = fc
    .array(texts, { maxLength: 4 })
    .map(some => some.map(one => one.replace(/(\S)$/, '$1 ')).join('\n'))
  let changed = 0
  fc.assert(
    fc.property(spaced, text => {
      const once = redact(text)
      const twice = redact(once)
      for (const { start, end } of findWanted(once, all))
        expect(once.slice(start, end)).not.toContain('[secret:')
      if (twice !== once) changed++
    }),
    runs,
  )
  // The character after a value is another one once its neighbour was replaced.
  expect(changed / runs.numRuns).toBeLessThan(0.02)
})

/** Returns a text with a placeholder for each find. */
function redact(text: string): string {
  let written = ''
  let from = 0
  findWanted(text, all).forEach(({ start, end, kind }, at) => {
    written += `${text.slice(from, start)}[secret:${kind}:${at + 1}]`
    from = end
  })
  return written + text.slice(from)
}

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
