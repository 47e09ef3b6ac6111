import { expect, test } from 'vitest'
import { holdsTags, tagless } from './guard.ts'

test('tagless escapes the character that opens a tag, and maps each part to its origin', () => {
  expect(tagless([['a<context:b </CONTEXT:c <contexts', 'e:0.0']])).toEqual([
    ['a', 'e:0.0'],
    ['&lt;', 'c:escape'],
    ['context:b ', 'e:0.0'],
    ['&lt;', 'c:escape'],
    ['/CONTEXT:c <contexts', 'e:0.0'],
  ])
})

test('tagless keeps a text without tags, and fenced text, unchanged', () => {
  const plain = [['a < b', 'e:0.0']] as const
  expect(tagless(plain)).toBe(plain)
  const fenced = [
    ['<context:1 from="user">', 'c:fence'],
    ['<context:2', 'e:0.0'],
  ] as const
  expect(tagless(fenced)).toBe(fenced)
})

test('a tag is found in any string and any key of a value', () => {
  expect(holdsTags({ a: [1, null, { b: 'x </context:1>' }] })).toBe(true)
  expect(holdsTags({ a: { '<context:1': true } })).toBe(true)
  expect(holdsTags({ a: ['<b>', 2, true, null] })).toBe(false)
})
