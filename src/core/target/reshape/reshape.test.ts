import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toJSONSchema } from '../../agent/to-json-schema.ts'
import { Path } from '../../form/path.ts'
import { modernizeSchema } from '../../schema/reshape/modern.ts'
import { reshape, type SchemaNode } from '../../schema/reshape/reshape.ts'
import { strictSchema, toolSchema } from '../../vendor/anthropic/write/schema.ts'
import { legalSchema } from '../../vendor/gemini/write/schema.ts'
import { answerSchema, parametersOf } from '../../vendor/openai/write/shared/schema.ts'
import { objectRoot } from './root.ts'

const object = (properties: object, more: object = {}): SchemaNode => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})
const only = (schema: SchemaNode): unknown => (schema.properties as { a: unknown }).a

describe('a schema of older drafts or OpenAPI', () => {
  test.each<readonly [string, object, object]>([
    ['a tuple', { items: [{}, {}], additionalItems: false }, { prefixItems: [{}, {}], items: false }],
    ['a tuple of none', { type: 'array', items: [] }, { type: 'array' }],
    ['a flag of a bound', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ['a flag that is off', { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
    [
      'nullable',
      { type: 'string', nullable: true, enum: ['a'] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['nullable choices', { anyOf: [{}], nullable: true }, { anyOf: [{}, { type: 'null' }] }],
    ['not nullable', { type: 'string', nullable: false }, { type: 'string' }],
    ['capitals', { type: 'STRING' }, { type: 'string' }],
    ['any type', { type: 'any', title: 'T' }, { title: 'T' }],
    ['an id that is none', { $id: 'a b' }, {}],
    ['a name twice', { required: ['a', 'a'] }, { required: ['a'] }],
  ])('becomes modern: %s', (_, given, expected) => {
    expect(reshape({ ...given }, [modernizeSchema])).toEqual({ schema: expected, lost: [] })
  })

  test('loses keywords with invalid values, which are reported', () => {
    const { schema, lost } = reshape(
      object({ a: { type: 'string', minLength: '5', enum: [], items: 5 }, b: null, c: true }),
      [modernizeSchema],
    )
    expect(schema.properties).toEqual({ a: { type: 'string' }, c: {} })
    expect(lost).toEqual([
      '# properties/b',
      '#/properties/a minLength',
      '#/properties/a enum',
      '#/properties/a items',
    ])
  })

  test('is returned unchanged, as the same object, if it is modern', () => {
    const schema = object(
      { a: { type: 'array', items: { $ref: '#/$defs/x' } } },
      { $defs: { x: { type: 'null' } } },
    )
    expect(reshape(schema, [modernizeSchema]).schema).toBe(schema)
    expect(parametersOf(schema, true)?.schema).toBe(schema)
    expect(toolSchema(schema).schema).toBe(schema)
    expect(strictSchema(schema).schema).toBe(schema)
  })
})

describe("a union at the root of a tool's schema", () => {
  const kind = (name: string): SchemaNode => object({ kind: { const: name }, [name]: { type: 'integer' } })

  test('keeps the properties of all branches, and requires what all of them require', () => {
    const given = { anyOf: [kind('a'), { $ref: '#/$defs/b' }], $defs: { b: kind('b') } }
    const { schema, lost } = parametersOf(given, false) ?? {}
    expect(schema).toEqual({
      type: 'object',
      $defs: { b: kind('b') },
      properties: {
        kind: { anyOf: [{ const: 'a' }, { const: 'b' }] },
        a: { type: 'integer' },
        b: { type: 'integer' },
      },
      required: ['kind'],
    })
    expect(lost).toEqual(['# anyOf'])
  })

  test('requires everything if several unions are combined, and drops non-objects', () => {
    const { schema, lost } = toolSchema({ allOf: [kind('a'), kind('b')], oneOf: [{ type: 'string' }] })
    expect(schema.required).toEqual(['kind', 'a', 'b'])
    expect(Object.keys(schema)).not.toContain('oneOf')
    expect(lost).toEqual(['# oneOf', '# allOf'])
  })
})

test('is replaced by its definition if it is only a reference', () => {
  const defined = {
    $defs: { node: object({ next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } }) },
  }
  const root = { ...defined.$defs.node, ...defined }
  const inlined = objectRoot({ $ref: '#/$defs/node', ...defined })
  expect(inlined).toEqual(root)
  expect(parametersOf(inlined, true)).toMatchObject({ strict: true, schema: root })
  expect(objectRoot({ $ref: '#' })).toEqual({ $ref: '#' })
})

describe('a strict output schema', () => {
  test('describes in text the rules that the subset cannot hold', () => {
    const given = object({ a: { type: 'string', description: 'A link.', minLength: 2, format: 'uri' } })
    const { schema, strict, lost } = answerSchema(given, true)
    expect(strict).toBe(true)
    expect(only(schema)).toEqual({
      type: 'string',
      description: 'A link.\n\n{minLength: 2, format: "uri"}',
    })
    expect(lost).toEqual(['#/properties/a minLength', '#/properties/a format'])
    expect(only(strictSchema(given).schema)).toMatchObject({ format: 'uri' })
  })

  test('loses nothing for bounds that every safe integer keeps, nor for discriminated unions', () => {
    const given = toJSONSchema(
      z.object({
        count: z.int(),
        pick: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('a'), a: z.string() }),
          z.object({ kind: z.literal('b') }),
        ]),
      }),
      Path.named('schema'),
    )
    expect(answerSchema(given, true)).toMatchObject({ strict: true, lost: [] })
    expect(strictSchema(given)).toMatchObject({ beyond: [], lost: [] })
  })

  test('turns a tuple into a list of any of its types', () => {
    const given = object({
      a: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    })
    const { schema, lost } = answerSchema(given, true)
    expect(only(schema)).toEqual({
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      maxItems: 2,
    })
    expect(lost).toEqual(['#/properties/a prefixItems'])
  })

  test('is sent whole without strict mode if it cannot be strict', () => {
    const given = object({ a: { type: 'string', minLength: 2 } }, { required: [] })
    const { schema, strict, beyond, lost } = answerSchema(given, true)
    expect([strict, schema, lost]).toEqual([false, given, []])
    expect(beyond).toEqual(['# required'])
  })

  test('keeps minItems up to one and no lookaround for Claude', () => {
    const given = object({ a: { type: 'array', items: { type: 'string', pattern: '^(?!a)' }, minItems: 3 } })
    const { schema, beyond } = strictSchema(given)
    expect(beyond).toEqual([])
    expect(only(schema)).toEqual({
      type: 'array',
      items: { type: 'string', description: '{pattern: "^(?!a)"}' },
      minItems: 1,
      description: '{minItems: 3}',
    })
  })
})

test('has an enum of one in place of const for Gemini', () => {
  expect(only(legalSchema(object({ a: { const: 'x' } })).schema)).toEqual({ enum: ['x'] })
})

test('keeps a property called __proto__', () => {
  const properties = JSON.parse('{"__proto__":{"type":"string","minLength":2}}') as object
  const { schema } = answerSchema(object(properties), true)
  expect(Object.keys(schema.properties as object)).toEqual(['__proto__'])
})
