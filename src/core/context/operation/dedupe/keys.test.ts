import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ToolCallPart } from '../../../ir/call.ts'
import type { JsonValue } from '../../../ir/json.ts'
import { valueKey } from '../../../text/equal.ts'
import { callKey, contentKey, likeKey } from './keys.ts'

const keyOf = (given: JsonValue, more: Partial<ToolCallPart> = {}): string | null =>
  callKey({ kind: 'tool-call', id: '', name: 'search', arguments: given, ...more })

test.each<[JsonValue, JsonValue]>([
  ['{"a": 1, "b": [2, {"c": 3, "d": 4}]}', '{"b":[2,{"d":4,"c":3}],"a":1}'],
  ['{"a":1}', { a: 1 }],
  ['{"a":1.0,"b":1e2}', { a: 1, b: 100 }],
  ['{"a":"\\u0041"}', '{"a":"A"}'],
  ['', {}],
  ['{"a":', '{"a":'],
])('%j has the key of %j', (left, right) => {
  expect(keyOf(left)).toBe(keyOf(right))
})

test.each<[JsonValue, JsonValue]>([
  ['{"id":12345678901234567890}', '{"id":12345678901234567891}'],
  ['{"id":0.1000000000000000055}', '{"id":0.1}'],
  ['{"a":1e400}', '{"a":1e401}'],
  ['{"a":1e-400}', '{"a":0}'],
  ['{"a":1}', '{"a":"1"}'],
  ['{"a":[1,2]}', '{"a":[2,1]}'],
  ['{"a":null}', '{}'],
  ['{"a":', '{"a": '],
])('%j has another key than %j', (left, right) => {
  expect(keyOf(left)).not.toBe(keyOf(right))
})

test('another tool, and text instead of JSON, has another key', () => {
  expect(keyOf({}, { name: 'find' })).not.toBe(keyOf({}))
  expect(keyOf('{"a":1}', { freeform: true })).not.toBe(keyOf('{"a":1}'))
})

test('deeply nested text is compared as text, and a deeply nested value has no key', () => {
  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
  expect(keyOf(deep(1_000))).not.toBe(keyOf(deep(1_001)))
  expect(keyOf(JSON.parse(deep(1_000)) as JsonValue)).toBeNull()
})

test('arguments have the same key if and only if their values are equal', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      const [one, two] = [JSON.stringify(left), JSON.stringify(right)]
      expect(keyOf(JSON.stringify(left, null, 2))).toBe(keyOf(one))
      expect(keyOf(one) === keyOf(two)).toBe(valueKey(left) === valueKey(right))
    }),
  )
})

test('results have the same key if their content is equal', () => {
  const text = { kind: 'text', text: 'done' } as const
  expect(contentKey([text])).toBe(contentKey([{ ...text, tag: { name: 'a', attributes: {} } } as never]))
  expect(contentKey([text])).not.toBe(contentKey([{ kind: 'text', text: 'done ' }]))
  expect(contentKey([text])).not.toBe(contentKey([{ kind: 'data', value: 'done' }]))
  expect(contentKey([text, text])).not.toBe(contentKey([{ kind: 'text', text: 'donedone' }]))
  expect(contentKey([{ kind: 'data', value: { a: 1, b: 2 } }])).toBe(
    contentKey([{ kind: 'data', value: { b: 2, a: 1 } }]),
  )
  expect(contentKey([])).toBeNull()
  expect(contentKey([{ kind: 'opaque', format: 'openai', type: 'x', payload: {} } as never])).toBeNull()
})

test('results are alike if their words are, whatever blanks are between them and in whatever case', () => {
  const keyOf = (text: string): string | null => likeKey([{ kind: 'text', text }])
  expect(keyOf(' Two  Words\n')).toBe(keyOf('two\twords'))
  expect(keyOf('twowords')).not.toBe(keyOf('two words'))
  expect(likeKey([{ kind: 'data', value: { a: 'B' } }])).toBe(likeKey([{ kind: 'data', value: { A: 'b' } }]))
  expect(likeKey([])).toBeNull()
})
