import { expect, test } from 'vitest'
import { copyJson, isWellFormedJson } from './well-formed.ts'

test('a copy is equal and shares no object', () => {
  const value = { a: ['x', { b: '😀' }], c: null, d: 1 }
  const copy = copyJson(value)
  expect(copy).toEqual(value)
  expect(copy.a).not.toBe(value.a)
  expect(isWellFormedJson(value)).toBe(true)
})

test('lone surrogates are replaced in strings and keys, at any depth', () => {
  const value = { 'k\ud800': [{ x: 'a\udc00b' }], y: '\\ud800' }
  expect(isWellFormedJson(value)).toBe(false)
  expect(copyJson(value)).toEqual({ 'k\ufffd': [{ x: 'a\ufffdb' }], y: '\\ud800' })
})

test('a key named like a prototype is an ordinary key', () => {
  const copy = copyJson(JSON.parse('{"__proto__":{"a":1}}'))
  expect(Object.keys(copy)).toEqual(['__proto__'])
  expect(copy.a).toBeUndefined()
})
