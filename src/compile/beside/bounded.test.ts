import { expect, test } from 'vitest'
import { within } from './bounded.ts'

/** So many words, and four tokens around them. */
const words = (tokens: number): number | null => (tokens < 1 ? null : tokens)
const sized = (made: number): number => made + 4

test('what is around it counts, and nothing is made where only that has room', () => {
  expect(within(10, words, sized)).toBe(6)
  expect(within(5, words, sized)).toBe(1)
  expect(within(4, words, sized)).toBeNull()
  expect(within(0, words, sized)).toBeNull()
})

test('what takes less than it may stays as it is', () => expect(within(100, () => 7, sized)).toBe(7))
