import { expect, test } from 'vitest'
import { shrinkTo } from './bounded.ts'

/** Makes a text of a number of tokens, which `sized` counts with four more tokens around it. */
const words = (tokens: number): number | null => (tokens < 1 ? null : tokens)
const sized = (made: number): number => made + 4

test('the text around a value counts, and the result is null if only that text fits', () => {
  expect(shrinkTo(10, words, sized)).toBe(6)
  expect(shrinkTo(5, words, sized)).toBe(1)
  expect(shrinkTo(4, words, sized)).toBeNull()
  expect(shrinkTo(0, words, sized)).toBeNull()
})

test('a value below its bound stays unchanged', () => expect(shrinkTo(100, () => 7, sized)).toBe(7))
