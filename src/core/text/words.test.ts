import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stemOf, wordsOf } from './words.ts'

test('common words, case and accents are removed', () => {
  expect(wordsOf('The Café is where we MET, in 2023.')).toEqual(['cafe', 'met', '2023'])
})

test('an apostrophe ends a word in English and begins one in French', () => {
  expect(wordsOf("Caroline's dog doesn't bark; l'homme, O’Brien")).toEqual([
    'caroline',
    'dog',
    'bark',
    'homme',
    'brien',
  ])
})

test('a path and a name with underscores become their pieces', () => {
  expect(wordsOf('src/count/disk.ts read_file')).toEqual(['src', 'count', 'disk', 'ts', 'read', 'file'])
})

test('text in scripts without spaces becomes pairs of characters, next to other words', () => {
  expect(wordsOf('iPhone手机很好 12')).toEqual(['iphone', '手机', '机很', '很好', '12'])
  expect(wordsOf('한국어 犬')).toEqual(['한국', '국어', '犬'])
  expect(wordsOf('データ')).toEqual(['デー', 'ータ'])
  expect(wordsOf('привет, Мир')).toEqual(['привет', 'мир'])
})

test('forms of an English word have one stem; other words stay', () => {
  expect(['paintings', 'painted', 'painting'].map(stemOf)).toEqual(['paint', 'paint', 'paint'])
  expect(stemOf('手机')).toBe('手机')
  expect(stemOf('x86')).toBe('x86')
})

test('any text gives words of at most 64 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
      for (const word of wordsOf(text)) expect(word.length).toBeLessThanOrEqual(64)
    }),
  )
})

test('a megabyte without a space is read in one pass', () => {
  expect(wordsOf('a'.repeat(2 ** 20))).toEqual(['a'.repeat(64)])
  expect(wordsOf('漢'.repeat(2 ** 18))).toHaveLength(2 ** 18 - 1)
  expect(wordsOf("x'".repeat(2 ** 18))).toEqual([])
})
