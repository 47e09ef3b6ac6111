import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test.each([
  ['antropic', 'anthropic'],
  ['OpenAI', 'openai'],
  ['chat', null],
  ['claude', null],
  ['opneai', 'openai'],
  ['gemini-pro', 'gemini'],
  ['anthro', 'anthropic'],
  ['open', 'openai'],
  ['ope', null],
  ['zzzzzz', null],
])('%s is nearest to %s', (given, word) => {
  expect(nearest(given, ['openai', 'openai-chat', 'anthropic', 'gemini'])).toBe(word)
})
