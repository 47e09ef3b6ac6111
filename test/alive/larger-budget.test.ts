import { type Compiled, compile, createSession, type EventInput, type Plan } from 'ctxc'
import { expect, test } from 'vitest'

const answer = (model: string, turn: number): EventInput => ({
  author: 'bot',
  parts: [
    {
      kind: 'reasoning',
      text: 'Hm.',
      model,
      native: {
        format: 'anthropic',
        payload: { type: 'thinking', thinking: 'Hm.', signature: `S${turn}` },
      },
    },
    { kind: 'text', text: 'Yes.' },
  ],
})

/** Trims a conversation by a budget of 2,000 tokens, and compiles it then with another budget. */
async function grow(model: string, budget: number | undefined) {
  let session = createSession()
  let plan: Plan | null = null
  let before: Compiled | undefined
  for (let turn = 0; turn < 14; turn++) {
    session = session.append({ author: 'user', text: `Question ${turn}: ${'some words '.repeat(100)}` })
    before = await compile({ name: 'bot' }, session, { model, plan, budget: 2_000 })
    plan = before.plan
    session = session.append(answer(model, turn))
  }
  session = session.append({ author: 'user', text: 'And now?' })
  const after: Compiled = await compile({ name: 'bot' }, session, { model, plan, ...(budget && { budget }) })
  const text = JSON.stringify(after.request)
  return {
    sent: [before?.reasoning.sent, after.reasoning.sent],
    restored: text.includes('Question 0:'),
    losses: after.reasoning.losses.map(({ reason }) => reason),
  }
}

test('a budget of two and a half times keeps the reasoning that is bound to the beginning', async () => {
  const { sent, restored, losses } = await grow('claude-opus-5-5', 5_000)
  expect([restored, losses]).toEqual([false, []])
  expect(sent[0]).toBeGreaterThan(0)
  expect(sent[1]).toBe((sent[0] as number) + 1)
})

test.each([20_000, undefined])(
  'a budget of %s restores the history, at the cost of that reasoning',
  async budget => {
    const { sent, restored, losses } = await grow('claude-opus-5-5', budget)
    expect([restored, sent[1], losses]).toEqual([true, 0, ['larger-budget']])
  },
)

test('a model that binds nothing shows more with a budget of five times', async () => {
  expect(await grow('claude-opus-4-5', 20_000)).toMatchObject({ restored: true, losses: [] })
})
