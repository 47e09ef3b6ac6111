import { expect, test } from 'vitest'
import { compile, createSession, type EventInput, type Plan } from '../../src/index.ts'

const thought = (at: number): EventInput => ({
  author: 'a',
  parts: [
    {
      kind: 'reasoning',
      text: '',
      model: 'gpt-6.2-sol',
      native: {
        format: 'openai',
        payload: { type: 'reasoning', id: `rs_${at}`, summary: [], encrypted_content: `sealed${at}` },
      },
    },
    { kind: 'text', text: `Answer ${at}` },
  ],
})
const events = (turns: number): EventInput[] =>
  Array.from({ length: turns }, (_, at): EventInput[] => [
    { author: 'user', text: `Question ${at}` },
    thought(at),
  ]).flat()

const answered = (model: string, turns: number, reasoningEffort: string | undefined, plan: Plan | null) => {
  const agent = { name: 'a', ...(reasoningEffort && { generateConfig: { reasoningEffort } as never }) }
  const session = createSession({ events: [...events(turns), { author: 'user', text: `Question ${turns}` }] })
  return compile({ agent, session }, { target: 'openai', model, plan })
}
const reasoningIn = (request: unknown): number =>
  JSON.stringify(request).split('encrypted_content').length - 1

test('a change of the effort drops the reasoning that is bound to it, and says so', async () => {
  const first = await answered('gpt-6.2-sol', 2, 'low', null)
  expect([first.ok, reasoningIn(first.request)]).toEqual([true, 2])
  const same = await answered('gpt-6.2-sol', 3, 'low', first.plan)
  expect(reasoningIn(same.request)).toBe(3)
  const changed = await answered('gpt-6.2-sol', 3, 'high', first.plan)
  expect([changed.ok, reasoningIn(changed.request)]).toEqual([true, 0])
  expect(changed.diagnostics.map(({ code }) => code)).toContain('CX7007')
  // Later reasoning is bound to the new effort.
  const later = await answered('gpt-6.2-sol', 4, 'high', changed.plan)
  expect(reasoningIn(later.request)).toBe(1)
})

test('the effort that a model leaves to its default is another than a named one', async () => {
  const first = await answered('gpt-6.2-sol', 2, undefined, null)
  const named = await answered('gpt-6.2-sol', 2, 'high', first.plan)
  expect(reasoningIn(named.request)).toBe(0)
})
