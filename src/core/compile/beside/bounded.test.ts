import { expect, test } from 'vitest'
import { within } from './bounded.ts'

/** Makes a text of a number of tokens, which `sized` counts with four more tokens around it. */
const words = (tokens: number): number | null => (tokens < 1 ? null : tokens)
const sized = (made: number): number => made + 4

test('the text around a value counts, and the result is null if only that text fits', () => {
  expect(within(10, words, sized)).toBe(6)
  expect(within(5, words, sized)).toBe(1)
  expect(within(4, words, sized)).toBeNull()
  expect(within(0, words, sized)).toBeNull()
})

test('a value below its bound stays unchanged', () => expect(within(100, () => 7, sized)).toBe(7))
