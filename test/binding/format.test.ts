import { expect, test } from 'vitest'
import { agent, answerOf, compile, createSession, type Plan } from '../../src/index.ts'
import { bindingProvider } from '../../src/testing/fake/binding/index.ts'

const schema = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
  additionalProperties: false,
})
const reasoningIn = (request: unknown): number =>
  (JSON.stringify(request).match(/"type":"(reasoning|thinking)"/g) ?? []).length

/** Plays two turns, the second with another form of the answer, and judges the request. */
async function played(vendor: 'openai' | 'anthropic', model: string, second: string | null) {
  const provider = bindingProvider(vendor, { model } as never)
  const bot = (form: string | null) =>
    agent({ name: 'bot', model, identity: false, ...(form && { outputSchema: schema(form) }) })
  const options = (plan: Plan | null) => ({ target: vendor, model, plan })
  const first = createSession({ events: [{ author: 'user', text: 'a' }] })
  const one = await compile(bot('x'), first, options(null))
  const { body } = provider.answer(one.request as never)
  const session = first.append(...answerOf(one, body as never), { author: 'user', text: 'b' })
  const two = await compile(bot(second), session, options(one.plan))
  const judged = provider.judge(two.request as never)
  return {
    sent: reasoningIn(two.request),
    alive: judged.alive,
    dead: judged.dead.length,
    codes: two.diagnostics.map(({ code }) => code),
  }
}

test.each([
  ['the same form keeps the reasoning alive', 'openai', 'gpt-6.2-sol', 'x', { sent: 1, alive: 1, dead: 0 }],
  [
    'another form ends the reasoning of GPT-6.2',
    'openai',
    'gpt-6.2-sol',
    'y',
    { sent: 0, alive: 0, dead: 0 },
  ],
  ['no form ends it too', 'openai', 'gpt-6.2-astra', null, { sent: 0, alive: 0, dead: 0 }],
  ['another form ends none of Claude', 'anthropic', 'claude-opus-5-5', 'y', { sent: 1, alive: 1, dead: 0 }],
  ['no form ends none of Claude', 'anthropic', 'claude-fable-5-2', null, { sent: 1, alive: 1, dead: 0 }],
] as const)('%s', async (_, vendor, model, second, verdict) => {
  const { codes, ...counts } = await played(vendor, model, second)
  expect(counts).toEqual(verdict)
  expect(codes.includes('CX7007')).toBe(verdict.sent === 0)
})
