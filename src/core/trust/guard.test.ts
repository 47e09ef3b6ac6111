import { expect, test } from 'vitest'
import { containsTags, escapeTags } from './guard.ts'

test('tagless escapes the character that opens a tag, and maps each part to its origin', () => {
  expect(escapeTags([['a<context:b </CONTEXT:c <contexts', 'e:0.0']])).toEqual([
    ['a', 'e:0.0'],
    ['&lt;', 'c:escape'],
    ['context:b ', 'e:0.0'],
    ['&lt;', 'c:escape'],
    ['/CONTEXT:c <contexts', 'e:0.0'],
  ])
})

test('tagless keeps a text without tags, and fenced text, unchanged', () => {
  const plain = [['a < b', 'e:0.0']] as const
  expect(escapeTags(plain)).toBe(plain)
  const fenced = [
    ['<context:1 from="user">', 'c:fence'],
    ['<context:2', 'e:0.0'],
  ] as const
  expect(escapeTags(fenced)).toBe(fenced)
})

test('a tag is found in any string and any key of a value', () => {
  expect(containsTags({ a: [1, null, { b: 'x </context:1>' }] })).toBe(true)
  expect(containsTags({ a: { '<context:1': true } })).toBe(true)
  expect(containsTags({ a: ['<b>', 2, true, null] })).toBe(false)
})
