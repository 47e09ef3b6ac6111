import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heardTextPart } from './playback.ts'

test.each([
  ['one two three', 0, ''],
  ['one two three', 200, ''],
  ['one two three', 600, 'one two'],
  ['one two three', 650, 'one two'],
  ['one two three', 999, 'one two'],
  ['one two three', 1_000, 'one two three'],
  ['one two three', 5_000, 'one two three'],
  ['予約を承りました', 500, '予約を承'],
  ['😀😀😀😀', 400, '😀'],
  ['', 500, ''],
])('%j that was heard for %i of 1000 ms is %j', (text, played, heard) => {
  expect(heardTextPart(text, { length: 1_000, played })).toBe(heard)
})

test('the heard part is the beginning of the text, and grows with the time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(1_000), fc.nat(1_000), (text, one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      const [first, second] = [less, more].map(played => heardTextPart(text, { length: 1_000, played }))
      expect(text.startsWith(second as string)).toBe(true)
      expect((second as string).startsWith(first as string)).toBe(true)
    }),
  )
})
