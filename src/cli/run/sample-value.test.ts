import { expect, test } from 'vitest'
import { schemaProblems } from '../../core/form/schema-problems.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import { sampleValue } from './sample-value.ts'

const schemas: readonly JsonObject[] = [
  { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } }, required: ['city'] },
  { type: 'object', properties: { list: { type: 'array', minItems: 2, items: { type: 'boolean' } } } },
  { properties: { at: { type: 'string', format: 'date-time' } }, required: ['at'] },
  { type: 'string', minLength: 9 },
  { type: 'string', maxLength: 2 },
  { type: ['string', 'null'] },
  { type: 'number', exclusiveMinimum: 5, multipleOf: 4 },
  { type: 'integer', minimum: 201 },
  { type: 'number', maximum: -3 },
  { enum: ['open', 'closed'] },
  { const: 0 },
  { anyOf: [{ type: 'null' }, { type: 'string' }] },
  {
    allOf: [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      { type: 'object', properties: { b: { type: 'number' } }, required: ['b'] },
    ],
  },
  { $defs: { 'a/b': { type: 'integer' } }, type: 'array', items: { $ref: '#/$defs/a~1b' } },
  {
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: [] } },
    $ref: '#/$defs/node',
  },
]

test.each(schemas)('a sampled value fits %j', schema => {
  expect(schemaProblems(sampleValue(schema), schema)).toEqual([])
})

test('a schema that requires itself ends at a depth', () => {
  const self = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] }
  expect(JSON.stringify(sampleValue(self)).length).toBeLessThan(300)
})

test.each([undefined, null, true, 5, 'text', { $ref: '#/none' }, { $ref: 'https://x' }])(
  'a schema that cannot be read, %j, gives null',
  schema => {
    expect(sampleValue(schema)).toBeNull()
  },
)

test('values that a schema names come before made ones', () => {
  const properties = { a: { type: 'string', examples: ['A7'] }, b: { type: 'number', default: 3 } }
  expect(sampleValue({ type: 'object', properties })).toEqual({ a: 'A7', b: 3 })
})
