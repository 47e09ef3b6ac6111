import { expect, test } from 'vitest'
import { plainJson } from './plain-json.ts'

test('a plain value is returned as the same object', () => {
  const shared = { a: [1, 'x', null, true] }
  const value = { left: shared, right: shared }
  expect(plainJson(value)).toBe(value)
})

test('a value with toJSON becomes its JSON, and a big integer its digits', () => {
  const value = {
    when: new Date(0),
    where: new URL('https://a.b/c'),
    many: 12345678901234567890n,
    call: () => 1,
  }
  expect(plainJson(value)).toEqual({
    when: '1970-01-01T00:00:00.000Z',
    where: 'https://a.b/c',
    many: '12345678901234567890',
  })
})

test('an unwritable value becomes a note', () => {
  const value = {
    toJSON() {
      throw new Error('no')
    },
  }
  expect(plainJson({ value })).toBe('[not JSON]')
})
