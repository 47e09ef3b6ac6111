import { expect, test } from 'vitest'
import { frozenCopy } from './frozen-copy.ts'

test('a copy is equal and frozen', () => {
  const given = { list: [1, { a: null }], text: 'x', gone: undefined }
  const copy = frozenCopy(given)
  expect(copy).toEqual(given)
  expect(Object.isFrozen(given)).toBe(false)
  for (const part of [copy, copy.list, copy.list[1]]) expect(Object.isFrozen(part)).toBe(true)
})

test('a deep value and a cyclic one are copied', () => {
  let deep: unknown[] = []
  for (let depth = 0; depth < 100_000; depth++) deep = [deep]
  expect(frozenCopy(deep)).toHaveLength(1)
  const circle: { self?: unknown } = {}
  circle.self = circle
  const copy = frozenCopy(circle)
  expect(copy.self).toBe(copy)
})

test('prototype names stay keys, and non-plain objects are not copied', () => {
  expect(Object.keys(frozenCopy(JSON.parse('{"__proto__":{"a":1}}')))).toEqual(['__proto__'])
  const bytes = new Uint8Array(2)
  expect(frozenCopy({ bytes }).bytes).toBe(bytes)
})
