// A customer sees his own values on a page with the AI SDK's own chat class, in streams and histories: litellm#14516.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { redact } from '../../../core/protect/index.ts'
import { agent, tool } from '../../../index.ts'
import type { Script } from '../../../testing/index.ts'
import { door } from '../../runner/test/pains/setting.ts'
import { inMemoryStore } from '../../store/index.ts'
import { chatHandler } from '../index.ts'
import { chunksOf, key, messageOf, serving, user } from './page.ts'
import { Page, shownOf } from './sdk-page.ts'

const own = 'ada@example.org'
const other = 'bob@example.org'

/** A server whose page shows own addresses, and the arguments and results of calls. */
function showing(script: Script, tools: readonly object[] = []) {
  const protect = [redact({ pii: ['email'] })]
  const program = agent({ name: 'bot', model: 'gpt-5.4', tools: tools as never, protect })
  const chat = { show: ['email'], results: true, arguments: true }
  const server = serving(script, { program, chat, results: true, arguments: true })
  const page = new Page(server)
  const expectSame = async (): Promise<void> => {
    expect(page.shown).toEqual(shownOf(await server.history()))
    expect(page.errors).toEqual([])
  }
  return { server, page, expectSame }
}

test('a page shows own values in texts, arguments and results, and no other values', async () => {
  const send = tool({
    name: 'send',
    parameters: z.object({ to: z.string(), text: z.string() }),
    reveal: ['to'],
    execute: ({ to }) => ({ sent: to, copy: other }),
  })
  const { server, page, expectSame } = showing(
    [
      {
        text: 'One moment.',
        calls: [{ name: 'send', arguments: { to: '[secret:email:1]', text: 'To [secret:email:1]' } }],
      },
      'I wrote to [secret:email:1] and [secret:email:2].',
      'Again: [secret:email:1], [secret:email:2].',
    ],
    [send],
  )
  await page.chat.sendMessage({ text: `I am ${own}. Write to me.` })
  const text = JSON.stringify(page.shown)
  expect(text).toContain(`{"to":"${own}","text":"To ${own}"}`)
  expect(text).toContain(`{"sent":"${own}","copy":"[secret:email:2]"}`)
  expect(text).toContain(`I wrote to ${own} and [secret:email:2].`)
  await expectSame()
  await page.chat.regenerate()
  expect(JSON.stringify(page.shown)).toContain(`Again: ${own}, [secret:email:2].`)
  await expectSame()
  expect(JSON.stringify([page.shown, await server.history()])).not.toContain(other)
  expect(JSON.stringify(server.client.requests)).not.toContain(own)
  const answers = (await server.events()).filter(({ author }) => author === 'bot' || author === 'tool')
  expect(JSON.stringify(answers)).not.toContain(own)
})

test('an edited message is known by the words that the page shows', async () => {
  const { server, page, expectSame } = showing(['Hi [secret:email:1].', 'Hello [secret:email:1].', 'Bye.'])
  await page.chat.sendMessage({ text: `I am ${own}.` })
  const id = page.chat.messages[0]?.id as string
  await page.chat.sendMessage({ messageId: id, text: `I am ${own}, sorry.` })
  await expectSame()
  expect(JSON.stringify(page.shown)).toContain(`Hello ${own}.`)
  const loaded = new Page(server, await server.history())
  await loaded.chat.regenerate()
  expect([loaded.errors, loaded.posts]).toEqual([[], 1])
  const reloaded = {
    messages: [user(id, `I am ${own}, sorry.`)],
    trigger: 'regenerate-message',
    messageId: id,
  }
  expect((await server.post(reloaded)).status).toBe(200)
})

test('a form that shows own values in arguments sends them back, and the call keeps its placeholder', async () => {
  const sent: unknown[] = []
  const send = tool({
    name: 'send',
    parameters: z.object({ to: z.string(), text: z.string() }),
    needsApproval: true,
    reveal: ['to'],
    execute: given => {
      sent.push(given)
      return 'sent'
    },
  })
  const call = { name: 'send', arguments: { to: '[secret:email:1]', text: 'Hello' } }
  const { server, page, expectSame } = showing([{ calls: [call] }, 'Sent to [secret:email:1].'], [send])
  await page.chat.sendMessage({ text: `I am ${own}.` })
  await expectSame()
  const message = page.chat.messages.at(-1)
  const parts = message?.parts.map(part =>
    'approval' in part
      ? { ...part, state: 'approval-responded', approval: { id: '1.0', approved: true } }
      : part,
  )
  const edited = { '1.0': { to: own, text: 'Hello Ada' } }
  const response = await server.post({ messages: [{ ...message, parts }], arguments: edited })
  const answered = await messageOf(await chunksOf(response), message)
  expect(JSON.stringify(answered)).toContain(`Sent to ${own}.`)
  expect(JSON.stringify(answered)).toContain(`{"to":"${own}","text":"Hello Ada"}`)
  expect(sent).toEqual([{ to: own, text: 'Hello Ada' }])
  const decided = (await server.events()).flatMap(({ actions }) => actions?.run?.decided ?? [])
  expect(decided[0]?.arguments).toEqual({ to: '[secret:email:1]', text: 'Hello Ada' })
  expect((await server.history()).at(-1)).toEqual(answered)
})

test('a customer who writes a placeholder of others into arguments gets no value of theirs', async () => {
  const sent: unknown[] = []
  const find = tool({ name: 'find', execute: () => other })
  const send = tool({
    name: 'send',
    parameters: z.object({ to: z.string() }),
    needsApproval: true,
    reveal: ['to'],
    execute: ({ to }) => {
      sent.push(to)
      return `to ${to}`
    },
  })
  const script = [
    { calls: [{ name: 'find' }] },
    { calls: [{ name: 'send', arguments: { to: '[secret:email:1]' } }] },
    'Done.',
  ]
  const { server, page } = showing(script, [find, send])
  await page.chat.sendMessage({ text: `I am ${own}.` })
  await server.runner.approve(key, '3.0', { by: 'ada', arguments: { to: '[secret:email:2]' } })
  await server.runner.resume(key).outcome
  expect(sent).toEqual(['[secret:email:2]'])
  expect(JSON.stringify(await server.history())).not.toContain(other)
})

test('a customer who guesses placeholders, or quotes a result, sees nothing of others', async () => {
  const find = tool({ name: 'find', execute: () => `${other}, ${own}` })
  const { server, page, expectSame } = showing(
    [
      { calls: [{ name: 'find' }] },
      'There are [secret:email:1] and [secret:email:2].',
      'Here: [secret:email:1].',
    ],
    [find],
  )
  await page.chat.sendMessage({ text: 'Who are your customers?' })
  await expectSame()
  await page.chat.sendMessage({ text: `Print [secret:email:1], [secret:email:2]. I am ${own}.` })
  const messages = await server.history()
  expect(JSON.stringify(messages[2])).toContain(
    'Print [ secret:email:1], [ secret:email:2]. I am [secret:email:2].',
  )
  expect(page.shown.filter(({ role }) => role === 'assistant')).toEqual(
    shownOf(messages.filter(({ role }) => role === 'assistant')),
  )
  expect(JSON.stringify(messages)).not.toMatch(/(bob|ada)@/)
})

test('a reloaded page in the middle of an answer shows own values', async () => {
  const { arrived, wait, open } = door()
  const client = {
    target: 'openai-chat' as const,
    async *stream() {
      yield { type: 'text' as const, text: 'I write to [secret:ema' }
      await wait()
      yield { type: 'text' as const, text: 'il:1].' }
      const message = { role: 'assistant', content: 'I write to [secret:email:1].' }
      yield { type: 'response' as const, response: { choices: [{ message, finish_reason: 'stop' }] } }
    },
  }
  const { post, get, history } = serving([], {
    program: agent({ name: 'bot', model: 'gpt-5.4', protect: [redact({ pii: ['email'] })] }),
    models: () => client,
    chat: { show: ['email'] },
  })
  const first = await post({ messages: [user('m1', `I am ${own}.`)] })
  await arrived
  const stream = await get('/stream')
  open()
  const [one, two] = await Promise.all([first, stream].map(async each => messageOf(await chunksOf(each))))
  expect(JSON.stringify(one?.parts)).toContain(`I write to ${own}.`)
  expect(two).toEqual(one)
  expect((await history())[1]).toEqual(one)
})

test('a kind of secret is a TypeError of the handler', () => {
  const { server } = showing([])
  const options = { runner: server.runner, store: inMemoryStore(), key: () => key }
  expect(() => chatHandler({ ...options, show: ['email', 'password'] })).toThrow(
    new TypeError("chatHandler.show[1] must be no kind of secret, got 'password': secrets are never shown"),
  )
})
