// The comparison of an example's output with its page must itself be right: else no example is checked.
import { expect, test } from 'vitest'
import { compareOutput } from '../../scripts/examples/compare-output.ts'

test.each([
  ['a\nb', 'a\nb\n'],
  ['a\n…\nd', 'a\nb\nc\nd\n'],
  ['…\nd', 'a\nd'],
  ['a\n…', 'a\nb'],
  ['a\n…', 'a'],
  ['about 1000 tokens', 'about 1003 tokens'],
  ['about 1,000 tokens', 'about 990 tokens'],
])('%j matches %j', (shown, printed) => {
  expect(compareOutput(shown, printed)).toBeNull()
})

test.each([
  ['a\nb', 'a'],
  ['a', 'a\nb'],
  ['a\nc', 'a\nb\nc'],
  ['a\n…\nd', 'a\nb\nc'],
  ['…\na', 'a\nb'],
  ['about 1000 tokens', 'about 1100 tokens'],
  ['1000 tokens', '1003 tokens'],
  ['about 1000 tokens', 'about 1000 units'],
])('%j does not match %j', (shown, printed) => {
  expect(compareOutput(shown, printed)).toMatch(/\S/)
})
