import { expect, test } from 'vitest'
import { check } from '../../check.ts'
import { type Agent, agent } from '../../index.ts'

const kinds = { type: 'string', enum: ['write', 'refund'] }
const ofAgent = (more: Partial<Agent>) =>
  check(
    agent({
      name: 'c',
      model: 'gpt-5.4',
      instruction: 'Classify.',
      outputSchema: { schema: kinds },
      ...more,
    }),
  )
const found = (more: Partial<Agent>) => ofAgent(more).diagnostics.filter(({ code }) => code === 'CX7020')

test.each<[string, Partial<Agent>]>([
  ['an enum', {}],
  ['a list', { outputSchema: { schema: { type: 'array', items: kinds } } }],
  ['an enum for Claude', { model: 'claude-sonnet-5' }],
  ['an enum of an agent whose instruction is a function', { instruction: () => 'Classify.' }],
])('a schema that the provider does not enforce is reported: %s', (_, more) => {
  expect(found(more)).toMatchObject([{ level: 'warn', at: ['d:outputSchema'], data: { agent: 'c' } }])
})

test.each<[string, Partial<Agent>]>([
  [
    'an object',
    { outputSchema: { schema: { type: 'object', properties: { kind: kinds }, required: ['kind'] } } },
  ],
  ['an enum for Gemini', { model: 'gemini-3.8-flash' }],
  ['an unknown model', { model: 'gpt-99-unknown' }],
  ['no model', { model: undefined as never }],
  ['an agent that allows it', { allow: ['CX7020'] }],
])('not reported: %s', (_, more) => {
  expect(found(more)).toEqual([])
})

test('its level can be changed', () => {
  const declared = agent({ name: 'c', model: 'gpt-5.4', outputSchema: { schema: kinds } })
  expect(check(declared, { levels: { CX7020: 'off' } }).diagnostics).toEqual([])
  expect(check(declared, { levels: { CX7020: 'error' } }).ok).toBe(false)
})
