import { expect, test } from 'vitest'
import { deepest, isTooDeep } from './depth.ts'

const nested = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

test('a value at the depth limit is accepted, and one level more is not', () => {
  expect(isTooDeep(nested(deepest + 1))).toBe(false)
  expect(isTooDeep(nested(deepest + 2))).toBe(true)
  for (const value of [undefined, null, 0, 'text', [], {}]) expect(isTooDeep(value)).toBe(false)
})

test('a cyclic value is too deep, however many cycles it has', () => {
  const circle: Record<string, unknown> = {}
  Object.assign(circle, { left: circle, right: [circle, circle], again: { circle } })
  expect(isTooDeep(circle)).toBe(true)
})

test('a shared value is visited once on each level', () => {
  let value: unknown = []
  for (let level = 0; level < 60; level++) value = [value, value]
  expect(isTooDeep(value)).toBe(false)
})

test('other properties of a list count, and its length does not', () => {
  const around = (note: unknown): unknown => Object.assign([1], { note })
  expect(isTooDeep(around(nested(deepest)))).toBe(false)
  expect(isTooDeep(around(nested(deepest + 1)))).toBe(true)
  const circle = [1] as unknown[] & { note?: unknown }
  circle.note = circle
  expect(isTooDeep(circle)).toBe(true)
  const sparse: unknown[] = []
  sparse[4e9] = nested(deepest + 1)
  expect(isTooDeep(sparse)).toBe(true)
})
