import { expect, test } from 'vitest'
import { deepest, isTooDeep } from './depth.ts'

const nested = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

test('a value may be nested so deeply and no further', () => {
  expect(isTooDeep(nested(deepest + 1))).toBe(false)
  expect(isTooDeep(nested(deepest + 2))).toBe(true)
  for (const value of [undefined, null, 0, 'text', [], {}]) expect(isTooDeep(value)).toBe(false)
})

test('what goes round in a circle is too deep, however many ways it goes', () => {
  const circle: Record<string, unknown> = {}
  Object.assign(circle, { left: circle, right: [circle, circle], again: { circle } })
  expect(isTooDeep(circle)).toBe(true)
})

test('what stands at many places is looked at once on each level', () => {
  let value: unknown = []
  for (let level = 0; level < 60; level++) value = [value, value]
  expect(isTooDeep(value)).toBe(false)
})
