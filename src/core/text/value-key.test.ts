import { expect, test } from 'vitest'
import { valueKey } from './equal.ts'

test.each<[unknown, unknown]>([
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  [[{ x: { c: null, d: [1] } }], [{ x: { d: [1], c: null } }]],
  [JSON.parse('{"a":1,"__proto__":{"b":2,"c":3}}'), JSON.parse('{"__proto__":{"c":3,"b":2},"a":1}')],
])('%j has the key of %j', (left, right) => {
  expect(valueKey(left)).toBe(valueKey(right))
})

test.each<[unknown, unknown]>([
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: 1 }, { a: '1' }],
  [{ a: 1 }, { a: 1, b: null }],
  [{}, []],
  [{ a: 1 }, JSON.parse('{"a":1,"__proto__":{}}')],
])('%j has another key than %j', (left, right) => {
  expect(valueKey(left)).not.toBe(valueKey(right))
})
