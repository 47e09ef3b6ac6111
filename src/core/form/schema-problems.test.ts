import { expect, test } from 'vitest'
import { schemaProblems, uncheckedKeywords } from './schema-problems.ts'

const object = (property: unknown): Record<string, never> =>
  ({ type: 'object', properties: { p: property } }) as never
const text = (pattern: string) => object({ type: 'string', pattern })

test('a frozen schema is read, and not changed', () => {
  const schema = Object.freeze({ type: 'object', required: ['a'] })
  expect(schemaProblems({ a: 1 }, schema)).toEqual([])
  expect(schemaProblems({}, schema)).toHaveLength(1)
})

test.each([
  ['^https\\:\\/\\/', 'https://a', 'http://a'],
  ['^[a-z]+\\@x$', 'ab@x', 'ab-x'],
  ['^[\\w-.]+$', 'a-b.c', 'a b'],
  ['^[.-\\d]+$', '1-2.', 'a'],
  ['^a\\-b$', 'a-b', 'a_b'],
  ['^a\\_b$', 'a_b', 'a-b'],
  ['^\\d{2}\\:\\d{2}$', '10:30', '1030'],
  ['^\\"?a\\"?$', '"a"', 'b'],
  ['^a}$', 'a}', 'a'],
  ['^a]$', 'a]', 'a'],
  ['^a{b$', 'a{b', 'a'],
  ['^a{2}}$', 'aa}', 'a'],
])('a pattern that needs no flag is enforced: %s', (pattern, good, bad) => {
  expect(schemaProblems({ p: good }, text(pattern))).toEqual([])
  expect(schemaProblems({ p: bad }, text(pattern))).toEqual(['p: String does not match pattern.'])
  expect(uncheckedKeywords(text(pattern))).toEqual([])
})

test.each([
  ['(?i)^abc$', 'ABC'],
  ['^a\\Z', 'a'],
  ['\\Aa\\z', 'a'],
  ['^[[:alpha:]]+$', 'abc'],
  ['^a{,3}$', 'aa'],
  ['(?P<x>a)', 'a'],
  ['^\\p{IsLatin}+$', 'a'],
  ['a++', 'a'],
  ['[', '['],
  ['a\\', 'a'],
])('a pattern of another language is no mistake of the value, and is told: %s', (pattern, good) => {
  expect(schemaProblems({ p: good }, text(pattern))).toEqual([])
  expect(uncheckedKeywords(text(pattern))).toEqual(['#/properties/p pattern'])
  // All else is checked.
  expect(schemaProblems({ p: 1 }, text(pattern))).toHaveLength(1)
})

test('a keyword of an older draft is checked as it is meant', () => {
  const above = object({ type: 'number', minimum: 0, exclusiveMinimum: true })
  expect(schemaProblems({ p: 1 }, above)).toEqual([])
  expect(schemaProblems({ p: 0 }, above)).toHaveLength(1)
  const below = object({ maximum: 9, exclusiveMaximum: true })
  expect([schemaProblems({ p: 8 }, below).length, schemaProblems({ p: 9 }, below).length]).toEqual([0, 1])
  const empty = object({ type: 'string', nullable: true, enum: ['a'] })
  expect([schemaProblems({ p: null }, empty).length, schemaProblems({ p: 'b' }, empty).length]).toEqual([
    0, 1,
  ])
  const needs = { type: 'object', dependencies: { a: ['b'], c: { required: ['d'] } } }
  expect(schemaProblems({ a: 1, b: 1 }, needs)).toEqual([])
  expect([schemaProblems({ a: 1 }, needs).length, schemaProblems({ c: 1 }, needs).length]).toEqual([1, 2])
  for (const schema of [above, below, empty, needs]) expect(uncheckedKeywords(schema as never)).toEqual([])
})

test.each<[string, unknown, string]>([
  ['an unknown type', { type: 'float' }, '#/properties/p type'],
  ['required of draft 3', { required: true }, '#/properties/p required'],
  ['choices that are no list', { anyOf: { type: 'string' } }, '#/properties/p anyOf'],
  ['an enum that is no list', { enum: 'a' }, '#/properties/p enum'],
  ['a multiple of nothing', { multipleOf: 0 }, '#/properties/p multipleOf'],
  ['a bound that is text', { minLength: '5' }, '#/properties/p minLength'],
  ['a reference to nothing', { $ref: '#/$defs/x' }, '#/properties/p $ref'],
  ['a reference to elsewhere', { $ref: 'https://x.example/s.json' }, '#/properties/p $ref'],
  ['a reference to itself', { $ref: '#/properties/p' }, '#/properties/p $ref'],
  [
    'names by a pattern of another language',
    { patternProperties: { '(?i)x': { type: 'number' } }, additionalProperties: false },
    '#/properties/p patternProperties/(?i)x',
  ],
  ['dependencies on nothing', { dependencies: { a: 1 } }, '#/properties/p dependencies/a'],
])('a keyword that cannot be read is no mistake of the value, and is told: %s', (_, property, keyword) => {
  for (const p of ['a', 1.5, null, { X: 'a', a: 1 }, ['a']])
    expect(schemaProblems({ p }, object(property))).toEqual([])
  expect(uncheckedKeywords(object(property))).toContain(keyword)
})

test('a name by a pattern that needs no flag is enforced', () => {
  const schema = { patternProperties: { '^x\\_': { type: 'number' } }, additionalProperties: false }
  expect(schemaProblems({ x_a: 1 }, schema)).toEqual([])
  expect(schemaProblems({ x_a: 'a' }, schema)).not.toEqual([])
  expect(schemaProblems({ y: 1 }, schema)).not.toEqual([])
})

test('a schema whose parts have one address is not checked, and this is told', () => {
  const schema = {
    $defs: { a: { $id: 'x', type: 'string' }, b: { $id: 'x', type: 'number' } },
    type: 'object',
  }
  expect(schemaProblems({}, schema as never)).toEqual([])
  expect(uncheckedKeywords(schema as never)).toEqual(['# $id'])
})
