import { describe, expect, test } from 'vitest'
import { png } from '../../../../test/images.ts'
import { answerOf, type Compiled, compile, createSession, type EventInput } from '../../../index.ts'
import type { Plan } from '../../ir/plan.ts'

/** Answers of a model that reasons, with a signature or sealed content that is longer than its words. */
const answers: Record<string, (turn: number) => object> = {
  'gpt-6.2-sol': turn => ({
    id: `resp_${turn}`,
    model: 'gpt-6.2-sol',
    output: [
      { type: 'reasoning', id: `rs_${turn}`, summary: [], encrypted_content: `E${turn}${'a'.repeat(200)}` },
      {
        type: 'message',
        role: 'assistant',
        id: `msg_${turn}`,
        content: [{ type: 'output_text', text: 'Fine.' }],
      },
    ],
  }),
  'claude-opus-5-5': turn => ({
    id: `msg_${turn}`,
    model: 'claude-opus-5-5',
    content: [
      { type: 'thinking', thinking: 'I look at it. '.repeat(12), signature: `S${turn}${'a'.repeat(200)}` },
      { type: 'text', text: 'Fine.' },
    ],
  }),
}

const agent = { name: 'helper', identity: false }

/** Plays turns with the plan of the last request each, and returns what each request that trimmed shows. */
async function trims(
  model: string,
  {
    turns,
    budget,
    user,
    answer,
  }: { turns: number; budget?: number; user: EventInput; answer: (turn: number) => object },
) {
  let session = createSession()
  let plan: Plan | null = null
  const found: { max: number; units: number; codes: readonly string[]; kinds: readonly string[] }[] = []
  for (let turn = 0; turn < turns; turn++) {
    session = session.append(user)
    const result: Compiled = await compile({ agent, session }, { model, ...(budget && { budget }), plan })
    plan = result.plan
    const change = result.diagnostics.find(({ code }) => code === 'CX5001')
    const codes = result.diagnostics.map(({ code }) => code)
    if (change) {
      const kinds = (change.data.decisions as { kind: string; why: string }[]).map(
        ({ kind, why }) => `${kind} ${why}`,
      )
      found.push({ max: result.tokens.max, units: result.units.length, codes, kinds })
    }
    session = session.append(...answerOf(result, answer(turn)))
  }
  return found
}

describe.each(Object.entries(answers))('reasoning of %s, bound to what precedes it', (model, answer) => {
  test.each([4_000, 8_000])(
    'leaves half of %i tokens in use when it is dropped with old history',
    async budget => {
      const user = { author: 'user', text: 'What about this one? '.repeat(24) }
      const found = await trims(model, { turns: budget / 50, budget, user, answer })
      expect(found.length).toBeGreaterThan(1)
      for (const { max } of found) expect(max).toBeGreaterThan(0.4 * budget)
      for (const { max } of found) expect(max).toBeLessThan(0.6 * budget)
    },
  )
})

test('drops no history where the reasoning alone takes half of the room', async () => {
  const user = { author: 'user', text: 'Next.' }
  const answer = answers['gpt-6.2-sol'] as (turn: number) => object
  const [first] = await trims('gpt-6.2-sol', { turns: 60, budget: 4_000, user, answer })
  expect(first?.codes.toSorted()).toEqual(['CX4007', 'CX5001', 'CX7007'])
  expect(first?.kinds).toEqual(['reasoning budget'])
})

describe('limits that are not tokens', () => {
  const picture = (side: number): EventInput => ({
    author: 'user',
    parts: [{ kind: 'file', mediaType: 'image/png', source: { type: 'base64', data: png(side, 64, 99) } }],
  })
  const answer = (turn: number): object => ({ id: `msg_${turn}`, content: [{ type: 'text', text: 'Seen.' }] })

  test.each([
    ['the number of images', 'claude-opus-4-5', 8, 160, 100],
    ['the side of an image beside many', 'claude-opus-5-5', 2_500, 60, 20],
  ])('%s: half of what it takes stays', async (_, model, side, turns, most) => {
    const found = await trims(model, { turns, user: picture(side), answer })
    expect(found.length).toBeGreaterThan(1)
    for (const { units } of found) expect(units).toBeGreaterThanOrEqual(most - 2)
    for (const { units } of found) expect(units).toBeLessThanOrEqual(most + 3)
  })
})
