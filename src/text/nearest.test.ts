import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test.each([
  ['antropic', 'anthropic'],
  ['OpenAI', 'openai'],
  ['chat', null],
  ['zzzzzz', null],
])('%s is nearest to %s', (given, word) => {
  expect(nearest(given, ['openai', 'openai-chat', 'anthropic'])).toBe(word)
})
