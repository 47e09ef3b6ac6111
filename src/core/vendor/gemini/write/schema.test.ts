import { describe, expect, test } from 'vitest'
import { badReferences, legalSchema } from './schema.ts'

const text = { type: 'string' }

describe('a schema', () => {
  test.each([
    ['plain', { type: 'object', properties: { a: text }, required: ['a'] }],
    ['with a definition', { $defs: { a: text }, properties: { b: { $ref: '#/$defs/a' } } }],
    [
      'with a cycle through an optional property',
      { type: 'object', properties: { next: { $ref: '#' } }, required: [] },
    ],
  ])('%s is sent unchanged', (_name, schema) => {
    expect(legalSchema(schema)).toEqual({ schema, lost: [] })
  })

  test('drops a reference that would require an endless value', () => {
    const schema = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] }
    expect(legalSchema(schema)).toEqual({
      schema: { type: 'object', properties: { next: {} }, required: ['next'] },
      lost: ['#/properties/next $ref to itself'],
    })
  })

  test('drops keywords next to a reference', () => {
    const schema = { $defs: { a: text }, properties: { b: { $ref: '#/$defs/a', description: 'B' } } }
    const { schema: legal, lost } = legalSchema(schema)
    expect(legal.properties).toEqual({ b: { $ref: '#/$defs/a' } })
    expect(lost).toEqual(['#/properties/b keywords beside $ref'])
  })

  test('drops references outside itself', () => {
    const { schema, lost } = legalSchema({ properties: { a: { $ref: 'https://example.com/a.json' } } })
    expect(schema).toEqual({ properties: { a: {} } })
    expect(lost).toEqual(['#/properties/a $ref to elsewhere'])
  })

  test('gets its definitions under the newer name', () => {
    const { schema, lost } = legalSchema({ definitions: { a: text }, items: { $ref: '#/definitions/a' } })
    expect(schema).toEqual({ $defs: { a: text }, items: { $ref: '#/$defs/a' } })
    expect(lost).toEqual([])
  })

  test('is sent with keywords that are not enforced, and they are reported', () => {
    const schema = { type: 'string', minLength: 3, not: { enum: ['abc'] } }
    const { schema: legal, lost } = legalSchema(schema)
    expect(legal).toEqual(schema)
    expect(lost).toEqual(['# minLength', '# not'])
  })

  test('stays unchanged once it is legal', () => {
    const messy = {
      definitions: { a: { $ref: '#/definitions/b', title: 'A' }, b: { $ref: '#/definitions/a' } },
      properties: { x: { $ref: '#/definitions/a' }, y: { $ref: '#/nowhere' } },
      required: ['x'],
    }
    expect([...badReferences(legalSchema(messy).schema)]).toEqual([])
  })
})
