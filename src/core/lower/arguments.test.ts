import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const read = (given: unknown, freeform = false) =>
  readArguments({
    kind: 'tool-call',
    id: 'a',
    name: 'f',
    arguments: given as never,
    ...(freeform && { freeform: true as const }),
  })

test('an object is sent byte for byte as the model wrote it', () => {
  expect(read('{ "a": 1,  "b": 12345678901234567890 }')).toMatchObject({
    text: '{ "a": 1,  "b": 12345678901234567890 }',
    repaired: false,
  })
  expect(read({ a: 1 })).toEqual({ value: { a: 1 }, text: '{"a":1}', repaired: false })
})

test.each(['{"sum":1e400}', '{"of":[{"sum":-1e999}]}'])(
  'a number that JSON cannot write makes arguments invalid: %s',
  given => {
    expect(read(given)).toMatchObject({ value: { invalid_json: given }, repaired: true })
    expect(read(JSON.parse(given))).toMatchObject({ repaired: true })
    expect(read('{"sum":1e308,"less":-0}')).toMatchObject({ repaired: false })
  },
)

test('empty arguments become an empty object', () => {
  expect(read('')).toEqual({ value: {}, text: '{}', repaired: false })
})

test('invalid JSON, and JSON that is not an object, is wrapped', () => {
  expect(read('{"a":')).toEqual({
    value: { invalid_json: '{"a":' },
    text: '{"invalid_json":"{\\"a\\":"}',
    repaired: true,
  })
  for (const [given, value] of [
    ['null', null],
    ['[1]', [1]],
    ['"x"', 'x'],
    ['3', 3],
  ] as const) {
    expect(read(given)).toMatchObject({ value: { value }, repaired: true })
  }
  expect(read([1])).toMatchObject({ value: { value: [1] }, repaired: true })
})

test('a key named like a prototype is an ordinary key', () => {
  const { value, text } = read('{"__proto__":{"a":1},"constructor":2}')
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
  expect(text).toBe('{"__proto__":{"a":1},"constructor":2}')
})

test('JSON nested beyond any stack is wrapped as invalid', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(read(deep)).toMatchObject({ value: { invalid_json: deep }, repaired: true })
  expect(read(`{"a":${deep}}`).repaired).toBe(true)
})

test('plain text becomes the field input', () => {
  expect(read('select 1', true)).toEqual({
    value: { input: 'select 1' },
    text: '{"input":"select 1"}',
    repaired: false,
  })
})
