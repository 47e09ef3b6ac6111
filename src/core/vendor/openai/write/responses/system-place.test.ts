import { agent, compile, createCompiler, createSession } from 'ctxc'
import { expect, test } from 'vitest'
import { fromOpenAIResponses } from '../../read/openai-responses.ts'

const rules = 'The rules of the house are many. '.repeat(400)

test.each([
  ['gpt-6.1-sol', undefined],
  ['gpt-6.2-sol', 'developer'],
])('system text of %s begins the input where the model reads instructions last', async (model, role) => {
  const helper = agent({ name: 'helper', staticInstruction: rules })
  const session = createSession({ events: [{ author: 'user', text: 'Hello' }] })
  const { request } = await createCompiler(helper, { model, target: 'openai' }).compile(session)
  expect(request?.instructions?.includes(rules)).toBe(role === undefined ? true : undefined)
  const first = request?.input[0] as { readonly role: string; readonly content: string }
  expect([first.role, first.content.includes(rules)]).toEqual([role ?? 'user', role !== undefined])
})

test('the cache holds system text that begins the input', async () => {
  const helper = agent({ name: 'helper', staticInstruction: rules })
  const compiler = createCompiler(helper, { model: 'gpt-6.2-sol', target: 'openai', cache: 'mark' })
  const first = createSession({ events: [{ author: 'user', text: 'Hello' }] })
  const one = await compiler.compile(first)
  const session = first.append({ author: 'helper', text: 'Hi.' }, { author: 'user', text: 'And now?' })
  const two = await compiler.compile(session, { plan: one.plan })
  expect(two.prefix[0]).toEqual(one.prefix[0])
  expect(two.cache.against(one).read).toBeGreaterThan(2_000)
})

test('a request that goes on from a stored one keeps its instructions', async () => {
  const input = [{ role: 'user', content: 'Go on.' }] as const
  const { request } = await compile(
    fromOpenAIResponses({ instructions: 'Be brief.', input, previous_response_id: 'resp_1' }),
    { model: 'gpt-6.2-sol' },
  )
  expect(request).toMatchObject({ instructions: 'Be brief.', input: [{ role: 'user', content: 'Go on.' }] })
})
