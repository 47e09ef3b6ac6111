import { Agent, handoff, tool } from '@openai/agents-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { declaredSchema, declaredTools } from './agent.ts'

const shape = z.object({ city: z.string() })
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

test('tools and handoffs are declared as the model sees them', () => {
  const helper = new Agent({ name: 'Help desk', handoffDescription: 'Knows bills.' })
  const other = new Agent({ name: 'other' })
  const agent = new Agent({
    name: 'clerk',
    tools: [tool({ name: 'search', description: 'Searches.', parameters: shape, execute: () => 'done' })],
    handoffs: [helper, handoff(other)],
  })
  expect(declaredTools({ ...agent })).toMatchObject([
    { name: 'search', description: 'Searches.', parameters: schema },
    { name: 'transfer_to_Help_desk', description: expect.stringContaining('Knows bills.') },
    { name: 'transfer_to_other', parameters: { type: 'object' } },
  ])
})

test('an output schema is counted, and text output costs nothing', () => {
  expect(declaredSchema(shape)).toMatchObject({ schema })
  expect(declaredSchema({ type: 'json_schema', name: 'x', strict: true, schema })).toEqual({ schema })
  expect(declaredSchema('text')).toBeUndefined()
})
