import { expect, test } from 'vitest'
import { jsonErrorAt } from './json-error.ts'

test.each([
  ['{"a":}', 1, 6],
  ['{"a" 1}', 1, 6],
  ['[1,]', 1, 4],
  ['[1 2]', 1, 4],
  ['{"a":1,}', 1, 8],
  ['{a:1}', 1, 2],
  ['"ab', 1, 4],
  ['"a\nb"', 1, 3],
  ['"\\x"', 1, 2],
  ['[1]\n]', 2, 1],
  ['[\n01]', 2, 2],
  ['tru', 1, 1],
  ['[', 1, 2],
])('%j stops being JSON at %i:%i', (text, line, column) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(jsonErrorAt(text)).toEqual({ line, column })
})

test('a long string needs no deep stack', () => {
  expect(jsonErrorAt(`["${'a\\n'.repeat(500_000)}" x`).column).toBe(1_500_005)
})
