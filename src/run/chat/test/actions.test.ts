// Actions of a person on a chat page, such as an edit or a stop, with the AI SDK's own chat class.
import type { UIMessage } from 'ai'
import { expect, test } from 'vitest'
import { redact } from '../../../core/protect/index.ts'
import { agent, type Event, tool } from '../../../index.ts'
import { inMemoryStore } from '../../store/index.ts'
import { uiMessages, uiStream } from '../index.ts'
import { chunksOf, key, messageOf, serving, user } from './page.ts'
import { Page, shownOf } from './sdk-page.ts'

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

const asksOf = ({ messages }: Asked): unknown[] =>
  messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))

/** A model that repeats the user's message. */
const echo = (request: object): string => `Answer to ${asksOf(request as Asked).join(', ')}.`

/** Returns the texts that a page shows, by message. */
const wordsOn = (page: Page): string[] =>
  page.shown.map(({ parts }) =>
    parts
      .flatMap(part => (part.type === 'text' ? [part.text] : 'state' in part ? [`(${part.state})`] : []))
      .join(' '),
  )

const idOf = (page: Page, at: number): string => page.chat.messages[at]?.id as string

async function expectSame(page: Page, server: ReturnType<typeof serving>): Promise<void> {
  expect(page.shown).toEqual(shownOf(await server.history()))
}

const pay = (execute: () => unknown = () => 'paid') => tool({ name: 'pay', needsApproval: true, execute })
const payer = agent({ name: 'bot', model: 'gpt-5.4', tools: [pay()] })
const paying = (request: object): string | object =>
  JSON.stringify((request as Asked).messages.at(-1)).includes('pay') ? { calls: [{ name: 'pay' }] } : 'Fine.'

test('an edited message is answered in its new words, and what followed it is gone', async () => {
  for (const at of [0, 2, 4]) {
    const server = serving(echo)
    const page = new Page(server)
    for (const text of ['A', 'B', 'C']) await page.chat.sendMessage({ text })
    await page.chat.sendMessage({ text: 'New', messageId: idOf(page, at) })
    const kept = ['A', 'B', 'C'].slice(0, at / 2)
    expect(wordsOn(page).slice(-2)).toEqual(['New', `Answer to ${[...kept, 'New'].join(', ')}.`])
    expect(page.shown).toHaveLength(at + 2)
    await expectSame(page, server)
    await page.chat.sendMessage({ text: 'D' })
    expect(wordsOn(page).at(-1)).toBe(`Answer to ${[...kept, 'New', 'D'].join(', ')}.`)
    await expectSame(page, server)
  }
})

test('an edit that changes nothing of an earlier message answers it again; of the last one it is a repeat', async () => {
  const server = serving(echo)
  const page = new Page(server)
  for (const text of ['A', 'B']) await page.chat.sendMessage({ text })
  await page.chat.sendMessage({ text: 'B', messageId: idOf(page, 2) })
  expect(server.client.requests).toHaveLength(2)
  await expectSame(page, server)
  await page.chat.sendMessage({ text: 'A', messageId: idOf(page, 0) })
  expect(wordsOn(page)).toEqual(['A', 'Answer to A.'])
  await expectSame(page, server)
})

test('an edit that is posted twice at once is answered once', async () => {
  const { post, client, history } = serving(echo)
  await chunksOf(await post({ messages: [user('m1', 'A')] }))
  const edit = { messages: [user('m1', 'New')], messageId: 'm1' }
  const answers = await Promise.all([post(edit), post(edit)])
  const texts = await Promise.all(answers.map(async each => (await messageOf(await chunksOf(each)))?.parts))
  for (const parts of texts) expect(parts).toContainEqual(expect.objectContaining({ text: 'Answer to New.' }))
  expect(client.requests).toHaveLength(2)
  expect(await history()).toHaveLength(2)
})

test('an edit that is posted again is a repeat also where values are not stored', async () => {
  const program = agent({
    ...{ name: 'bot', model: 'gpt-5.4' },
    protect: [redact({ pii: ['email'], store: true })],
  })
  const { post, client, history } = serving(() => 'Fine.', { program })
  await chunksOf(await post({ messages: [user('m1', 'A')] }))
  const edit = { messages: [user('m1', 'I am ada@example.org')], messageId: 'm1' }
  await chunksOf(await post(edit))
  await chunksOf(await post(edit))
  expect(client.requests).toHaveLength(2)
  expect(JSON.stringify(await history())).toContain('[removed:email]')
})

test('other words with the id of a message are refused', async () => {
  const { post, history } = serving(echo)
  await chunksOf(await post({ messages: [user('m1', 'Book Paris')] }))
  expect((await post({ messages: [user('m1', 'Book London')] })).status).toBe(409)
  expect(await history()).toHaveLength(2)
})

test('any answer is made again, for the message that it answers', async () => {
  for (const [at, last] of [
    [1, 'A'],
    [3, 'A, B'],
    [2, 'A, B'],
    [5, 'A, B, C'],
  ] as const) {
    const server = serving(echo)
    const page = new Page(server)
    for (const text of ['A', 'B', 'C']) await page.chat.sendMessage({ text })
    await page.chat.regenerate({ messageId: idOf(page, at) })
    expect(wordsOn(page).at(-1)).toBe(`Answer to ${last}.`)
    expect(server.client.requests).toHaveLength(4)
    await expectSame(page, server)
  }
})

test('an answer of a message that was edited elsewhere is not made again', async () => {
  const server = serving(echo)
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'A' })
  const other = new Page(server, await server.history())
  await other.chat.sendMessage({ text: 'B', messageId: idOf(other, 0) })
  const { messages } = page.chat
  for (const at of [1, 0]) {
    page.chat.messages = messages
    await page.chat.regenerate({ messageId: idOf(page, at) })
    expect(page.chat.status).toBe('error')
  }
  expect(server.client.requests).toHaveLength(2)
})

test('an answer is made again of a message with protected values, before and after a reload', async () => {
  for (const store of [true, false]) {
    const protect = [redact({ pii: ['email'], store })]
    const server = serving(() => 'Fine.', { program: agent({ name: 'bot', model: 'gpt-5.4', protect }) })
    const page = new Page(server)
    await page.chat.sendMessage({ text: 'I am anna@example.org.' })
    const loaded = new Page(server, await server.history())
    for (const each of [page, loaded]) await each.chat.regenerate()
    expect([...page.errors, ...loaded.errors]).toEqual([])
    expect(server.client.requests).toHaveLength(3)
  }
})

test('after a stop during a tool, the next message is answered, and the call is shown as ended', async () => {
  const slow = tool({
    name: 'slow',
    execute: (_, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('no')))),
  })
  const program = agent({ name: 'bot', model: 'gpt-5.4', tools: [slow] })
  for (const ownStop of [false, true]) {
    const server = serving([{ text: 'Wait.', calls: [{ name: 'slow' }] }, 'Fine.'], { program })
    const page = new Page(server)
    const sent = page.chat.sendMessage({ text: 'Go' })
    while (!wordsOn(page).join().includes('input-available'))
      await new Promise(resolve => setTimeout(resolve, 2))
    if (ownStop) await page.chat.stop()
    await page.stop()
    await sent
    expect(wordsOn(page)).toEqual(['Go', 'Wait. (output-error)'])
    await expectSame(page, server)
    await page.chat.sendMessage({ text: 'And?' })
    expect(page.errors).toEqual([])
    expect(wordsOn(page)).toEqual(['Go', 'Wait. (output-error)', 'And?', 'Fine.'])
    await expectSame(page, server)
  }
})

test('a message while a call waits denies it, and is answered', async () => {
  const server = serving(paying, { program: payer })
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'pay' })
  expect(page.cards).toEqual(['1.0'])
  await page.chat.sendMessage({ text: 'Never mind' })
  expect(wordsOn(page)).toEqual(['pay', '(output-denied)', 'Never mind', 'Fine.'])
  expect(page.errors).toEqual([])
  await expectSame(page, server)
})

test('by option, a message waits for the decisions before it', async () => {
  const server = serving(paying, { program: payer, chat: { interrupt: 'wait' } })
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'pay' })
  await page.chat.sendMessage({ text: 'Never mind' })
  expect(page.cards).toEqual(['1.0'])
  await page.chat.addToolApprovalResponse({ id: '1.0', approved: true })
  await page.chat.sendMessage()
  expect(wordsOn(page)).toEqual(['pay', '(output-available)', 'Never mind'])
  expect(
    shownOf(await server.history())
      .at(-1)
      ?.parts.at(-1),
  ).toMatchObject({ text: 'Fine.' })
})

test('a decision on a call that was cancelled, or denied elsewhere, is posted once and closes the call', async () => {
  for (const [approved, isStopped] of [
    [true, true],
    [false, true],
    [true, false],
  ] as const) {
    const server = serving(paying, { program: payer })
    const page = new Page(server)
    await page.chat.sendMessage({ text: 'pay' })
    const other = new Page(server, await server.history())
    if (isStopped) await other.stop()
    else await other.chat.sendMessage({ text: 'Never mind' })
    page.posts = 0
    await page.chat.addToolApprovalResponse({ id: '1.0', approved })
    while (page.chat.status !== 'ready') await new Promise(resolve => setTimeout(resolve, 2))
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(page.posts).toBe(1)
    expect(wordsOn(page)).toEqual(['pay', isStopped ? '(output-error)' : '(output-denied)'])
    expect(page.shown[1]?.parts.map(part => 'state' in part && part.state)).toEqual(
      shownOf(await server.history())[1]?.parts.map(part => 'state' in part && part.state),
    )
  }
})

test('a rewind after a decision closes the call, so that the page does not post the decision again', async () => {
  const { runner, post, events } = serving(paying, { program: payer })
  await chunksOf(await post({ messages: [user('m1', 'pay')] }))
  const asked = (await events()).length
  await runner.approve(key, '1.0', { by: 'ada' })
  const decided = (await events()).slice(0, asked + 1)
  for (const [to, state] of [
    [0, 'output-error'],
    [1, 'output-error'],
    [2, 'approval-responded'],
  ] as const) {
    const rewind: Event = { ...(decided.at(-1) as Event), parts: [], actions: { rewind: { to } } }
    const read = async function* () {
      for (const event of [...decided, { ...rewind, seq: asked + 1 }]) yield { type: 'event' as const, event }
    }
    const stream = Object.assign(read(), { outcome: new Promise<never>(() => {}) })
    const chunks: object[] = []
    for await (const chunk of uiStream(stream as never)) chunks.push(chunk)
    const { parts } = await messageOf(chunks)
    expect(parts.flatMap(part => ('approval' in part ? [part.state] : []))).toEqual([state])
  }
})

test('after a stop, a page that is loaded shows no buttons', async () => {
  const server = serving(paying, { program: payer })
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'pay' })
  await page.stop()
  expect(wordsOn(page)).toEqual(['pay', '(output-error)'])
  expect(new Page(server, await server.history()).cards).toEqual([])
})

test('a message of another page in the middle of a tool gets its own answer, and each result its call', async () => {
  let end = (): void => {}
  const slow = tool({ name: 'slow', execute: () => new Promise(resolve => (end = () => resolve('done'))) })
  const program = agent({ name: 'bot', model: 'gpt-5.4', tools: [slow] })
  const server = serving([{ text: 'Wait.', calls: [{ name: 'slow' }] }, 'Fine.'], { program })
  const page = new Page(server)
  const sent = page.chat.sendMessage({ text: 'Go' })
  while (!wordsOn(page).join().includes('input-available'))
    await new Promise(resolve => setTimeout(resolve, 2))
  const other = new Page(server, await server.history())
  const second = other.chat.sendMessage({ text: 'And?' })
  while ((await server.history()).length < 3) await new Promise(resolve => setTimeout(resolve, 2))
  end()
  await Promise.all([sent, second])
  expect(wordsOn(page)).toEqual(['Go', 'Wait. (output-available)'])
  expect(wordsOn(other)).toEqual(['Go', 'Wait. (output-available)', 'And?', 'Fine.'])
  expect(other.errors).toEqual([])
  await expectSame(other, server)
})

test('bodies, parts and decisions have limits', async () => {
  const { post, events, handler } = serving([], { chat: { limits: { bytes: 2_000, parts: 3 } } })
  const text = { type: 'text', text: 'a' }
  const message = (parts: readonly object[]) => ({ messages: [{ id: 'm1', role: 'user', parts }] })
  expect((await post(message([text, text, text, text]))).status).toBe(413)
  expect((await post(message([{ type: 'text', text: 'a'.repeat(2_000) }]))).status).toBe(413)
  const approval = { id: '1.0', approved: true }
  const decisions = Array.from({ length: 4 }, () => ({
    type: 'tool-pay',
    state: 'approval-responded',
    approval,
  }))
  expect((await post({ messages: [{ id: 'a0', role: 'assistant', parts: decisions }] })).status).toBe(413)
  const chunks = Array.from({ length: 30 }, () => new TextEncoder().encode('a'.repeat(100)))
  let read = 0
  const body = new ReadableStream(
    { pull: controller => controller.enqueue(chunks[read++]) },
    { highWaterMark: 0 },
  )
  const request = new Request('http://localhost/api/chat', {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit)
  expect((await handler(request)).status).toBe(413)
  expect(read).toBeLessThan(25)
  expect(await events()).toEqual([])
  for (const chat of [{ limits: { bytes: 0 } }, { limits: { size: 5 } }, { interrupt: 'no' }] as never[])
    expect(() => serving([], { chat })).toThrow(TypeError)
})

test('a process that dies while a message is edited loses neither its old words nor the new ones', async () => {
  const store = inMemoryStore()
  const logs: (readonly Event[])[] = []
  const append = store.append.bind(store)
  store.append = async (of, write) => {
    const done = await append(of, write)
    logs.push((await store.read(of))?.events ?? [])
    return done
  }
  const server = serving(echo, { store })
  const page = new Page(server)
  for (const text of ['A', 'B']) await page.chat.sendMessage({ text })
  logs.length = 0
  await page.chat.sendMessage({ text: 'New', messageId: idOf(page, 0) })
  expect(logs.length).toBeGreaterThan(1)
  for (const events of logs) {
    const words = uiMessages(events).flatMap(({ parts }) => parts.map(part => JSON.stringify(part)))
    expect(
      words.some(text => /"(A|New)"/.test(text)),
      words.join(),
    ).toBe(true)
  }
})

test('a message that no client sent is known by its place: posted again it is not appended, and other words are refused', async () => {
  const server = serving(echo)
  await server.runner.run(key, { message: 'A' }).outcome
  const [{ id }] = (await server.history()) as [UIMessage]
  const length = (await server.events()).length
  const words = await messageOf(await chunksOf(await server.post({ messages: [user(id, 'A')] })))
  expect(words.parts.map(part => JSON.stringify(part)).join()).toContain('Answer to A.')
  expect(await server.events()).toHaveLength(length)
  expect((await server.post({ messages: [user(id, 'B')] })).status).toBe(409)
  expect(await server.events()).toHaveLength(length)
  await chunksOf(await server.post({ messages: [user(id, 'B')], messageId: id }))
  expect((await server.history()).map(({ role }) => role)).toEqual(['user', 'assistant'])
})
