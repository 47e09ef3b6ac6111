import { describe, expect, test } from 'vitest'
import { readableSchema } from './readable-schema.ts'
import { isSlowPattern } from './slow-pattern.ts'

describe('a pattern', () => {
  test.each([
    '^(a+)+$',
    '(a*)*b',
    '^(\\w+\\s?)*$',
    '^(a|a)*$',
    '^(a|ab|b)*$',
    '^([a-z]|[a-f])+$',
    '^(?:a{1,5}){1,40}$',
    '^(.*,)*$',
    '^(x+x+)+y',
    '^\\d+\\d+\\d+\\d+\\d+$',
    'a?a?a?a?a?a?a?a?a?a?a?a?b',
    '(?=(a+)+$)b',
    '^(a+)\\1$',
    `^${'[a-z]'.repeat(200)}$`,
  ])('is slow if some text takes ever longer: %s', pattern => {
    expect(isSlowPattern(pattern)).toBe(true)
  })

  test.each([
    '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^https?://',
    '^\\+?[1-9]\\d{1,14}$',
    '^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
    '^\\S+@\\S+\\.\\S+$',
    '^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$',
    '^(?:[01]\\d|2[0-3]):[0-5]\\d$',
    '^(\\d{1,3}\\.){3}\\d{1,3}$',
    '^.*\\.pdf$',
    '^(draft|final|archived)$',
    '^#?([a-fA-F0-9]{6}|[a-fA-F0-9]{3})$',
    '^\\p{Lu}\\p{L}*$',
    '^(?!.*\\.\\.)[\\w.]+$',
    '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?$',
    '^arn:aws:[a-z0-9-]+:[a-z0-9-]*:\\d{12}:.+$',
    '^P(?!$)(\\d+Y)?(\\d+M)?(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?$',
  ])('is not slow as servers write it: %s', pattern => {
    expect(isSlowPattern(pattern)).toBe(false)
  })
})

test('a slow pattern is a keyword that is not read, and the rest of its schema is checked', () => {
  const { schema, unread } = readableSchema({
    type: 'object',
    properties: { code: { type: 'string', pattern: '^(a+)+$', minLength: 2 } },
    patternProperties: { '^(b+)+$': { type: 'number' } },
    additionalProperties: false,
  })
  expect(unread).toEqual(expect.arrayContaining(['#/properties/code pattern', '# patternProperties/^(b+)+$']))
  expect(schema.properties?.code).toMatchObject({ type: 'string', minLength: 2 })
  expect(schema.properties?.code).not.toHaveProperty('pattern')
  expect(schema).not.toHaveProperty('additionalProperties')
})
