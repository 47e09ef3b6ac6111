import { expect, test } from 'vitest'
import { z } from 'zod'
import { Path } from '../form/path.ts'
import { schemaInstruction } from '../lower/schema-instruction.ts'
import { readOutputSchema } from './read-output-schema.ts'

const at = Path.named('agent.outputSchema')
const schema = { type: 'object', properties: { days: { type: 'integer' } }, required: ['days'] }

test('an output schema is read with and without a name', () => {
  expect(readOutputSchema(schema, at)).toEqual({ schema })
  expect(readOutputSchema({ name: 'plan', schema, strict: false }, at)).toEqual({
    name: 'plan',
    schema,
    strict: false,
  })
  const { name, schema: read } = readOutputSchema({ name: 'plan', schema: z.object({ days: z.int() }) }, at)
  expect(name).toBe('plan')
  expect(read).toMatchObject({ type: 'object', required: ['days'] })
})

test('the schema is that of the input, which the model writes', () => {
  const { schema: read } = readOutputSchema(z.object({ at: z.string().transform(Number) }), at)
  expect(read.properties).toEqual({ at: { type: 'string' } })
})

test('a malformed output schema is a TypeError that names the place', () => {
  const read = (input: unknown) => () => readOutputSchema(input as object, at)
  expect(read({ schema, nmae: 'x' })).toThrow("agent.outputSchema has no 'nmae'")
  expect(read({ schema, name: 5 })).toThrow('agent.outputSchema.name must be a string')
  expect(read({ schema, description: 5 })).toThrow('agent.outputSchema.description must be a string')
  expect(read({ schema, strict: 1 })).toThrow('agent.outputSchema.strict must be true or false, got 1')
  expect(read({ schema: 5 })).toThrow('agent.outputSchema.schema must be a schema, got a number')
  expect(read(null)).toThrow('agent.outputSchema must be a schema, got null')
})

test('the instruction asks for JSON that matches the schema', () => {
  expect(schemaInstruction({ type: 'object', properties: { a: {} } })).toBe(
    'Reply with valid JSON matching this schema: {"type":"object","properties":{"a":{}}}',
  )
})
