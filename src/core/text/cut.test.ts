import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestCutAfter, bestCutBefore, cutAfter, cutBefore, isCharacterBoundary } from './cut.ts'

const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
const flags = '\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}'

test.each([
  ['a surrogate pair', '\u{1f600}', []],
  ['a letter and its mark', 'e\u0301', []],
  ['a joined emoji', family, []],
  ['a tone of skin', '\u{1f44d}\u{1f3fd}', []],
  ['two flags', flags, [4]],
  ['a line break of two units', 'a\r\nb', [1, 3]],
  ['plain letters', 'abc', [1, 2]],
])('%s is cut only at its borders', (_, text, places) => {
  const inside = Array.from({ length: text.length - 1 }, (_, index) => index + 1)
  expect(inside.filter(at => isCharacterBoundary(text, at))).toEqual(places)
  for (const at of inside) {
    expect(isCharacterBoundary(text, cutBefore(text, at))).toBe(true)
    expect(isCharacterBoundary(text, cutAfter(text, at))).toBe(true)
  }
})

test('an endless grapheme is cut between code points', () => {
  const marks = `a${'\u0301'.repeat(10_000)}`
  expect(cutBefore(marks, 5_000)).toBe(5_000)
  const astral = '\u{e0041}'.repeat(10_000)
  expect([cutBefore(astral, 5_001), cutAfter(astral, 5_001)]).toEqual([5_000, 5_002])
})

test('a border is a line end, else a word end, else a character', () => {
  const text = 'one two\nthree four five'
  expect(text.slice(0, bestCutBefore(text, 10, 10))).toBe('one two')
  expect(text.slice(0, bestCutBefore(text, 15, 5))).toBe('one two\nthree')
  expect(text.slice(0, bestCutBefore(text, 15, 0))).toBe('one two\nthree f')
  expect(text.slice(bestCutAfter(text, 4, 10))).toBe('three four five')
  expect(text.slice(bestCutAfter(text, 15, 10))).toBe('five')
  expect(text.slice(bestCutAfter(text, 20, 10))).toBe('ive')
})

test('a cut never splits a surrogate pair, and stays on its side', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.nat(90), fc.nat(20), (text, at, reach) => {
      const head = bestCutBefore(text, at, reach)
      const tail = bestCutAfter(text, at, reach)
      expect(head).toBeLessThanOrEqual(Math.max(at, 0))
      expect(tail).toBeGreaterThanOrEqual(Math.min(at, text.length))
      const wellFormed = text.isWellFormed()
      for (const place of [head, tail, cutBefore(text, at), cutAfter(text, at)])
        if (wellFormed)
          expect([text.slice(0, place).isWellFormed(), text.slice(place).isWellFormed()]).toEqual([
            true,
            true,
          ])
    }),
  )
})
