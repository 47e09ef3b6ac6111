import { expect, test } from 'vitest'
import { isGlob, matchesPath, patternsOf } from './glob.ts'

const matches = (path: string, pattern: string): boolean => matchesPath(path.split('/'), pattern.split('/'))

test.each([
  ['a.ts', '*.ts', true],
  ['a.ts', '**/*.ts', true],
  ['b/c/a.ts', '**/*.ts', true],
  ['b/c/a.ts', 'b/**', true],
  ['b/c/a.ts', '**/c/**/a.ts', true],
  ['b/a.ts', '*.ts', false],
  ['b/c/a.ts', 'b/*.ts', false],
  ['b/c/a.ts', '**/d/*.ts', false],
  ['x/c/y/c/a.ts', '**/c/*.ts', true],
  ['a.mts', '*.?ts', true],
  ['a.ts', '*.?ts', false],
  ['abcab', 'a*b*b', true],
  ['abca', 'a*b', false],
  ['[id].ts', '[id].*', true],
  ['.', '**', true],
])('%s matches %s: %s', (path, pattern, is) => expect(matches(path, pattern)).toBe(is))

test('a pattern with many stars is matched in linear time', () => {
  const steps = Array.from({ length: 3_000 }, () => 'a')
  expect(matchesPath(steps, [...Array.from({ length: 60 }, () => ['**', 'a']).flat(), 'b'])).toBe(false)
  expect(matches('a'.repeat(20_000), `${'*a'.repeat(60)}b`)).toBe(false)
})

test('braces expand to several patterns', () => {
  expect(patternsOf('src/{a,b{1,2}}/*.{ts,js}')?.toSorted()).toEqual(
    ['a', 'b1', 'b2'].flatMap(name => [`src/${name}/*.js`, `src/${name}/*.ts`]).toSorted(),
  )
  expect(patternsOf('a{b')).toEqual(['a{b'])
  expect(patternsOf('{a,b}'.repeat(20))).toBe(null)
  expect(['a.ts', '[id].ts', '*.ts', 'a{b,c}', '?'].map(isGlob)).toEqual([false, false, true, true, true])
})
