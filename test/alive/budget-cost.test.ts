import { type Compiled, type CompileOptions, compile, createSession, type EventInput, type Plan } from 'ctxc'
import { expect, test } from 'vitest'

const answer = (model: string): EventInput => ({
  author: 'bot',
  parts: [
    {
      kind: 'reasoning',
      text: 'Hm.',
      model,
      native: { format: 'anthropic', payload: { type: 'thinking', thinking: 'Hm.', signature: 'AAAA' } },
    },
    { kind: 'text', text: 'Yes.' },
  ],
  actions: { usage: { inputTokens: 900, outputTokens: 60, reasoningTokens: 50 } },
})

/** Compiles a conversation call by call, and returns the warnings of each call. */
async function warnings(model: string, options: CompileOptions) {
  const found = []
  let session = createSession()
  let plan: Plan | null = null
  for (let turn = 0; turn < 12; turn++) {
    session = session.append({ author: 'user', text: `Question ${turn}: ${'some words '.repeat(100)}` })
    const result: Compiled = await compile({ name: 'bot' }, session, { model, plan, ...options })
    plan = result.plan
    found.push(
      ...result.diagnostics.filter(({ code }) => code === 'CX4007').map(({ data }) => ({ turn, ...data })),
    )
    session = session.append(answer(model))
  }
  return found
}

test('the first request in which a budget costs reasoning has one warning, with figures', async () => {
  const found = await warnings('claude-opus-5-5', { budget: 1_500 })
  expect(found).toMatchObject([{ turn: 2, items: 2, tokens: 100, reported: 100 }])
  const [{ now, without }] = found as unknown as [Record<'now' | 'without', Record<string, number>>]
  expect(without.input).toBeGreaterThan(now.input as number)
  expect(now.cold).toBeCloseTo(((now.input as number) * 4) / 1e6, 4)
  expect(now.warm).toBeLessThan(now.cold as number)
})

test('a model without a price has the warning with unknown prices', async () => {
  const modelRows = [
    { id: 'claude-own', binds: { prefix: ['system', 'tools'], otherwise: 'error' } },
  ] as const
  const found = await warnings('claude-own', { budget: 1_500, modelRows, target: 'anthropic' })
  expect(found).toMatchObject([{ now: { warm: null, cold: null }, without: { warm: null, cold: null } }])
})

test.each([
  ['a model that binds nothing', 'claude-opus-5', { budget: 1_500 }],
  ['no budget', 'claude-opus-5-5', {}],
  ['a budget that is never reached', 'claude-opus-5-5', { budget: 100_000 }],
] as const)('%s has no warning', async (_, model, options) => {
  expect(await warnings(model, options)).toEqual([])
})
