import { expect, test } from 'vitest'
import { compile, createSession, type Plan } from '../../../index.ts'

const agent = { name: 'bot', instruction: 'Help.' }
const options = { target: 'anthropic', model: 'claude-sonnet-4-5', budget: 2_000 } as const

test.each([
  { factor: 1e9 },
  { factor: 0.5 },
  { factor: 2 },
  { factor: 1e-9 },
  { factor: Number.NaN },
  { factor: '1' },
  { reports: { 'claude-sonnet-4-5': { x: 9 } } },
  { reports: { 'claude-sonnet-4-5': { 9000: 9 } } },
  { reports: { 'claude-sonnet-4-5': { 20: -9, 22: 9 } } },
  { reports: { 'claude-sonnet-4-5': null } },
  { reports: null },
  { estimate: Number.NaN },
])('usage of a plan that no compile gave changes no request: %j', async damage => {
  const texts = Array.from({ length: 60 }, (_, turn) => `Turn ${turn}: ${'some more words '.repeat(20)}`)
  const events = texts.flatMap(text => [
    { author: 'user', text },
    { author: 'bot', text: 'Yes.' },
  ])
  const session = createSession({ events: [...events, { author: 'user', text: 'And now?' }] })
  const { plan } = await compile({ agent, session }, options)
  const cold = await compile({ agent, session }, options)
  const usage = { ...plan?.usage, ...damage }
  const result = await compile({ agent, session }, { ...options, plan: { ...plan, usage } as Plan })
  expect(result.ok).toBe(true)
  expect(result.tokens).toEqual(cold.tokens)
  expect(result.diagnostics.map(({ code }) => code)).toContain('CX5002')
})
