import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { jsonSchema, zodSchema } from 'ai'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { z as z3 } from 'zod/v3'
import { Path } from '../form/path.ts'
import type { SchemaInput } from '../schema/schema-input.ts'
import { toJSONSchema } from './to-json-schema.ts'

const at = Path.named('agent.outputSchema')
const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const read = (input: unknown): object => toJSONSchema(input as SchemaInput, at)
const messageOf = (input: unknown): string => {
  try {
    read(input)
    return 'nothing was thrown'
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as Error).message
  }
}

describe('every kind of schema becomes the same JSON Schema', () => {
  test.each<readonly [string, SchemaInput]>([
    ['JSON Schema', city],
    ['zod 4', z.object({ city: z.string() })],
    ['valibot', toStandardJsonSchema(v.object({ city: v.string() }))],
    ['arktype, a function', type({ city: 'string' })],
    ['AI SDK', jsonSchema(city as Parameters<typeof jsonSchema>[0])],
    ['AI SDK over zod 3', zodSchema(z3.object({ city: z3.string() }))],
    ['AI SDK over zod 4', zodSchema(z.object({ city: z.string() }))],
    ['AI SDK, when it is first needed', () => zodSchema(z.object({ city: z.string() }))],
  ])('%s', (_, input) => expect(toJSONSchema(input, at)).toMatchObject(city))
})

test('the JSON Schema describes the input, or the output if asked for', () => {
  const schema = z.object({ days: z.int().default(7) })
  expect(toJSONSchema(schema, at)).not.toHaveProperty('required')
  expect(toJSONSchema(schema, at, 'output')).toHaveProperty('required', ['days'])
})

test('a library that knows only draft-07 is asked for draft-07', () => {
  const asked: string[] = []
  const input = ({ target }: { target: string }): object => {
    asked.push(target)
    if (target !== 'draft-07') throw new Error('unknown draft')
    return city
  }
  expect(read({ '~standard': { version: 1, vendor: 'x', jsonSchema: { input } } })).toEqual(city)
  expect(asked).toEqual(['draft-2020-12', 'draft-07'])
})

test('the result is a copy that holds only JSON', () => {
  const given = {
    ...city,
    extra: undefined,
    run: () => 1,
    get title() {
      return 'T'
    },
  }
  const copy = read(given)
  expect(copy).toEqual({ ...city, title: 'T' })
  expect(copy).not.toBe(given)
  expect(Object.getOwnPropertyDescriptor(copy, 'title')?.get).toBeUndefined()
})

test('a property called __proto__ stays a property', () => {
  const given = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')
  const { properties } = read(given) as { properties: object }
  expect(Object.keys(properties)).toEqual(['__proto__'])
  expect(({} as { type?: unknown }).type).toBeUndefined()
})

describe('a schema without a JSON Schema form is a TypeError that names the place', () => {
  const circle: Record<string, unknown> = { type: 'object' }
  circle.properties = { self: circle }
  let deep: object = { type: 'string' }
  for (let level = 0; level < 10_000; level++) deep = { type: 'array', items: deep }
  let layers = z.array(z.string()) as z.ZodType
  for (let level = 0; level < 10_000; level++) layers = z.array(layers)
  const fails = {
    get type(): never {
      throw new Error('no entry')
    },
  }
  const hostile = new Proxy(
    {},
    {
      has: () => true,
      get: () => {
        throw null
      },
    },
  )

  test.each<readonly [string, unknown, RegExp]>([
    ['valibot by itself', v.object({ city: v.string() }), /toStandardJsonSchema/],
    ['zod 3 by itself', z3.object({ city: z3.string() }), /zod 4\.2 or later/],
    ['a type without a JSON form', z.object({ at: z.date() }), /Date cannot be represented/],
    ['an unknown library', { '~standard': { version: 1, vendor: 'x' } }, /give its JSON Schema/],
    ['a shape', { city: z.string() }, /wrap it/],
    ['a promise', Promise.resolve(city), /is a promise/],
    // biome-ignore lint/suspicious/noThenProperty: that is what is tried
    ['a thenable', { ...city, then: () => undefined }, /is a promise/],
    ['an AI SDK schema that is a promise', jsonSchema(() => Promise.resolve({})), /is a promise/],
    ['null', null, /got null/],
    ['a text', 'string', /got a string/],
    ['a boolean schema', true, /got a boolean/],
    ['a list', [city], /got a list/],
    ['a map', new Map(), /must be a plain object/],
    ['a circle', circle, /is circular/],
    ['10,000 levels', deep, /nested more than 200 levels/],
    ['10,000 levels of zod', layers, /^agent\.outputSchema /],
    ['a getter that throws', fails, /no entry/],
    ['a proxy that throws null', hostile, /could not be read: null/],
    ['a big number', { type: 'integer', maximum: 10n }, /BigInt/],
    ['its own JSON', { type: 'object', toJSON: () => [] }, /a list as JSON/],
  ])('%s', (_, input, message) => {
    expect(messageOf(input)).toMatch(message)
    expect(messageOf(input).startsWith(`${at} `)).toBe(true)
  })
})
