import { expect, test } from 'vitest'
import { agent, compile, createSession } from '../../index.ts'

test('options that change while a compile waits change nothing', async () => {
  const bot = agent({ name: 'bot', instruction: async () => 'Help.' })
  const session = createSession({ events: [{ author: 'user', text: 'Hello' }] })
  const options = { model: 'gpt-5.4', budget: { input: 100 } }
  const compiled = compile(bot, session, options)
  options.budget.input = 100_000
  expect((await compiled).tokens.limit).toBe(100)
})

test.each([
  ['a promise', () => compile(Promise.resolve({ name: 'bot' }) as never), 'got a promise: await it'],
  ['a session', () => compile(createSession() as never), 'give the agent first, compile(program, session)'],
])('%s is no program', async (_, call, message) => {
  await expect(call()).rejects.toThrow(message)
})
