import { expect, test } from 'vitest'
import { parseTemplate } from './template.ts'

test('a slot records its key and its place', () => {
  expect(parseTemplate('Hi {user:who.0.x|you}.')).toEqual([
    { kind: 'text', text: 'Hi ', start: 0, end: 3 },
    {
      kind: 'state',
      reference: 'user:who.0.x',
      key: 'user:who',
      path: ['0', 'x'],
      optional: true,
      fallback: 'you',
      source: '{user:who.0.x|you}',
      start: 3,
      end: 21,
    },
    { kind: 'text', text: '.', start: 21, end: 22 },
  ])
})

test.each([
  ['{artifact.a b/c.txt}', 'a b/c.txt', false, ''],
  ['{artifact.a?}', 'a', true, ''],
  ['{artifact.a??}', 'a?', true, ''],
  ['{artifact.a|b|c?}', 'a', true, 'b|c?'],
  ['{artifact.user:a\nb}', 'user:a\nb', false, ''],
])('%j is an artifact', (source, artifact, optional, fallback) => {
  const reference = `artifact.${artifact}`
  const slot = { kind: 'artifact', reference, artifact, optional, fallback, source, start: 0 }
  expect(parseTemplate(source)).toEqual([{ ...slot, end: source.length }])
})

test('a doubled brace becomes one character', () => {
  expect(parseTemplate('a{{b}}')).toEqual([
    { kind: 'text', text: 'a', start: 0, end: 1 },
    { kind: 'text', text: '{', start: 1, end: 3 },
    { kind: 'text', text: 'b', start: 3, end: 4 },
    { kind: 'text', text: '}', start: 4, end: 6 },
  ])
})

test('an empty template has no pieces, and plain text has one', () => {
  expect(parseTemplate('')).toEqual([])
  expect(parseTemplate('{"a": {"b": 1}} ${c} {')).toHaveLength(1)
})

test.each(['{', '}', '{{', '{a', '{a}', '{a.', '{a|', '{artifact.', '${', '{"a":', 'é', '{}'])(
  'a million times %j is read',
  unit => {
    const template = unit.repeat(1_000_000)
    const pieces = parseTemplate(template)
    expect(pieces[0]?.start).toBe(0)
    expect(pieces.at(-1)?.end).toBe(template.length)
  },
)

test('a name, a path and a text of any length are read', () => {
  const long = 'a'.repeat(20_000_000)
  const steps = 'a.'.repeat(1_000_000)
  expect(parseTemplate(`{${long}}{${steps}a|${long}}{artifact.${long}?}`)).toHaveLength(3)
})
