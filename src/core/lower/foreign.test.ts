import { expect, test } from 'vitest'
import { agent, compile, createSession, pipeline, type TargetName } from '../../index.ts'

const app = pipeline(agent({ name: 'a' }), agent({ name: 'b' }))

test.each<[TargetName, string]>([
  ['openai', 'gpt-5.4'],
  ['openai-chat', 'gpt-5.4'],
  ['anthropic', 'claude-sonnet-5'],
  ['gemini', 'gemini-3.5-flash'],
  ['ai-sdk', 'gpt-5.4'],
  ['text', 'mistral-small'],
])('%s: an empty thought of another agent adds no empty fence (O14)', async (target, model) => {
  const parts = [{ kind: 'reasoning', text: 'Hm.' } as const, { kind: 'text', text: '' } as const]
  const session = createSession({
    events: [
      { author: 'user', text: 'Go.' },
      { author: 'a', parts },
    ],
  })
  const { ok, request, ledger } = await compile(app, session, { target, model, agent: 'b' })
  expect(ok).toBe(true)
  expect(JSON.stringify(request)).not.toContain('<context:')
  // The ledger reports it like an answer with only reasoning.
  expect(ledger.rows.at(-1)).toMatchObject({ from: 1, fate: 'omitted', reason: 'handed-over' })
})
