import { expect, test } from 'vitest'
import { frozenCopy } from './frozen-copy.ts'

test('equal, and nobody can change it', () => {
  const given = { list: [1, { a: null }], text: 'x', gone: undefined }
  const copy = frozenCopy(given)
  expect(copy).toEqual(given)
  expect(Object.isFrozen(given)).toBe(false)
  for (const part of [copy, copy.list, copy.list[1]]) expect(Object.isFrozen(part)).toBe(true)
})

test('the depth of a value is no matter, nor that it holds itself', () => {
  let deep: unknown[] = []
  for (let depth = 0; depth < 100_000; depth++) deep = [deep]
  expect(frozenCopy(deep)).toHaveLength(1)
  const circle: { self?: unknown } = {}
  circle.self = circle
  const copy = frozenCopy(circle)
  expect(copy.self).toBe(copy)
})

test('keys are keys, and what is no plain value is the very same', () => {
  expect(Object.keys(frozenCopy(JSON.parse('{"__proto__":{"a":1}}')))).toEqual(['__proto__'])
  const bytes = new Uint8Array(2)
  expect(frozenCopy({ bytes }).bytes).toBe(bytes)
})
