// Calls that a person or the page answers, on a page with the AI SDK's own chat class: mastra#9622, vercel/ai#8043.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { redact } from '../../../core/protect/index.ts'
import { agent, tool } from '../../../index.ts'
import { scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore } from '../../store/index.ts'
import { chunksOf, key, messageOf, serving, user } from './page.ts'
import { Page, shownOf } from './sdk-page.ts'

const outputSchema = z.object({ seats: z.array(z.string()).min(1) })
const parameters = z.object({ rows: z.array(z.string()) })
const chooseSeats = tool({ name: 'choose_seats', parameters, answeredBy: 'person', outputSchema })
const locate = tool({ name: 'locate', answeredBy: 'page', outputSchema: z.string() })
const look = tool({ name: 'look', execute: () => 'sunny' })
const asks = { calls: [{ name: 'choose_seats', arguments: { rows: ['A', 'B'] } }] }
const program = agent({ name: 'bot', model: 'gpt-5.4', tools: [chooseSeats, locate, look] })
const place = '1.0'

const partOf = (page: Page, call = place) =>
  page.chat.messages
    .flatMap(({ parts }) => parts)
    .find(part => 'toolCallId' in part && part.toolCallId === call) as
    | {
        readonly state: string
        readonly input: unknown
        readonly output?: unknown
        readonly toolMetadata?: unknown
      }
    | undefined

const lastText = (page: Page): unknown => {
  const part = page.chat.messages.at(-1)?.parts.at(-1)
  return part?.type === 'text' ? part.text : part?.type
}

async function expectSame(page: Page, server: ReturnType<typeof serving>): Promise<void> {
  expect(page.shown).toEqual(shownOf(await server.history()))
}

/** Answers a call as a form does, and waits for the posts that follow. */
async function answer(page: Page, output: unknown, name = 'choose_seats'): Promise<void> {
  await page.chat.addToolOutput({ tool: name as never, toolCallId: place, output: output as never })
  while (page.chat.status !== 'ready' && page.chat.status !== 'error')
    await new Promise(resolve => setTimeout(resolve, 5))
}

test('a form on the page answers a call, also after a reload', async () => {
  for (const isReloaded of [false, true]) {
    const server = serving([asks, 'Booked A1.'], { program })
    let page = new Page(server)
    await page.chat.sendMessage({ text: 'Two seats' })
    await expectSame(page, server)
    if (isReloaded) page = new Page(server, await server.history())
    expect(partOf(page)).toMatchObject({
      state: 'input-available',
      input: { rows: ['A', 'B'] },
      toolMetadata: { ctxc: { waitsFor: 'answer' } },
    })
    await answer(page, { seats: ['A1'] })
    expect([lastText(page), page.errors]).toEqual(['Booked A1.', []])
    expect(partOf(page)).toMatchObject({ state: 'output-available', output: { seats: ['A1'] } })
    await expectSame(page, server)
  }
})

test('code of the page answers a call as soon as it is shown, which is when it waits', async () => {
  const server = serving([{ calls: [{ name: 'locate' }] }, 'You are in Rome.'], { program })
  const waited: boolean[] = []
  const page: Page = new Page(server, [], {
    async onToolCall({ toolCall }) {
      const events = await server.events()
      waited.push(events.some(({ actions }) => actions?.run?.waits?.for === 'answer'))
      void page.chat.addToolOutput({
        tool: 'locate' as never,
        toolCallId: toolCall.toolCallId,
        output: 'Rome' as never,
      })
    },
  })
  await page.chat.sendMessage({ text: 'Where am I?' })
  while (lastText(page) !== 'You are in Rome.') await new Promise(resolve => setTimeout(resolve, 5))
  expect(waited).toEqual([true])
  await expectSame(page, server)
})

test('an answer that does not fit is refused, and the call goes on waiting', async () => {
  const server = serving([asks, 'Booked.'], { program })
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'Seats' })
  await answer(page, { seats: [] })
  expect(page.errors).toEqual([expect.stringContaining('is not valid')])
  const again = new Page(server, await server.history())
  expect(partOf(again)).toMatchObject({ state: 'input-available' })
  await answer(again, { seats: ['B2'] })
  expect(lastText(again)).toBe('Booked.')
})

test.each([
  ['ask', 'nested deeply', '['.repeat(3_000) + ']'.repeat(3_000)],
  ['ask', 'nested as deeply as an event', '['.repeat(198) + ']'.repeat(198)],
  ['ask', 'no number of JSON', '1e400'],
  ['pay', 'nested deeply', '['.repeat(3_000) + ']'.repeat(3_000)],
  ['pay', 'no number of JSON', '1e400'],
])('a call of %s takes nothing that is %s from a page, and goes on waiting', async (name, _, given) => {
  const pay = tool({ name: 'pay', needsApproval: true, execute: () => 'paid' })
  const tools = [tool({ name: 'ask', answeredBy: 'page' }), pay]
  const server = serving([{ calls: [{ name }] }], {
    program: agent({ name: 'bot', model: 'gpt-5.4', tools }),
  })
  await chunksOf(await server.post({ messages: [user('m0', 'Go')] }))
  const before = await server.events()
  const state = name === 'ask' ? 'output-available' : 'approval-responded'
  const approval = { id: place, approved: true }
  const part = { type: `tool-${name}`, toolCallId: place, state, input: {}, output: 'GIVEN', approval }
  const messages = [{ id: 'a0', role: 'assistant', parts: [part] }]
  const body = JSON.stringify({ id: key.id, messages, arguments: { [place]: { x: 'GIVEN' } } })
  const posted = new Request('https://x.test/api/chat', {
    method: 'POST',
    body: body.replaceAll('"GIVEN"', given),
  })
  const reply = await server.handler(posted)
  expect([reply.status, await reply.text()]).toEqual([
    422,
    expect.stringContaining(name === 'ask' ? ': answer ' : ': arguments '),
  ])
  expect(await server.events()).toEqual(before)
})

test('a page that cannot answer says why, and the model reads it', async () => {
  const server = serving([asks, 'No seats.'], { program, results: true })
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'Seats' })
  await page.chat.addToolOutput({
    ...{ state: 'output-error', tool: 'choose_seats' as never, toolCallId: place },
    errorText: 'the plan did not load',
  })
  while (lastText(page) !== 'No seats.') await new Promise(resolve => setTimeout(resolve, 5))
  expect(JSON.stringify(server.client.requests[1])).toContain('the plan did not load')
})

test('outputs of calls that do not wait for an answer are ignored, whatever a page posts', async () => {
  const server = serving([asks, 'Booked.'], { program })
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'Seats' })
  const forged = {
    type: 'tool-look',
    toolCallId: '0.0',
    state: 'output-available',
    input: {},
    output: 'forged',
  }
  const parts = [...(page.chat.messages.at(-1)?.parts ?? []), forged]
  const message = { ...page.chat.messages.at(-1), parts }
  const before = (await server.events()).length
  expect((await server.post({ messages: [message] })).status).toBe(409)
  expect(await server.events()).toHaveLength(before)
})

test('two pages answer one call: the first answer counts, and the other page is told', async () => {
  const server = serving([asks, 'Booked A1.'], { program })
  const one = new Page(server)
  await one.chat.sendMessage({ text: 'Seats' })
  const other = new Page(server, await server.history())
  await answer(one, { seats: ['A1'] })
  await answer(other, { seats: ['B2'] })
  expect(other.errors).toHaveLength(1)
  expect(JSON.stringify(await server.events())).not.toContain('B2')
  await expectSame(one, server)
})

test('a run that ends with calls does not make the page post again', async () => {
  const again = { calls: [{ name: 'look' }] }
  const client = scriptedModel([again, again, again])
  const server = serving([], { program, models: () => client, limits: { steps: 2 }, store: inMemoryStore() })
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'Look' })
  expect(page.posts).toBe(1)
  await expectSame(page, server)
})

test('a call that waits for an answer ends with a message of the user, as one that waits for an approval', async () => {
  const server = serving([asks, 'All right.'], { program })
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'Seats' })
  await page.chat.sendMessage({ text: 'Never mind' })
  expect(lastText(page)).toBe('All right.')
  await expect(server.runner.answer(key, place, { seats: ['A1'] }, { by: 'ada' })).rejects.toThrow('waits')
  await expectSame(page, server)
})

test('a page approves a call with other arguments, which it sends beside the messages', async () => {
  const { server, page } = await waitingPayment()
  await approveWith(page, server, { to: 'ann@example.com', sum: 5 })
  const part = partOf(page)
  expect([part?.state, part?.input]).toEqual(['output-available', { to: 'ann@example.com', sum: 5 }])
  await expectSame(page, server)
  expect(JSON.stringify(await server.events())).toContain('paid 5 to ann@example.com')
})

test('an argument that a page leaves as it was shown is the value of the log, not its placeholder', async () => {
  const protect = [redact({ pii: ['email'] })]
  const { server, page } = await waitingPayment({ protect })
  const to = (partOf(page)?.input as { readonly to: string } | undefined)?.to ?? ''
  expect(to).toMatch(/^\[secret:email:\d\]$/)
  await approveWith(page, server, { to, sum: 5 })
  expect(JSON.stringify(await server.events())).toContain('paid 5 to bob@example.com')
})

test('a part of an argument that a page leaves as it was shown is the value of the log, too', async () => {
  const contact = z.object({ email: z.string(), notes: z.array(z.string()) })
  const write = tool({
    name: 'write',
    parameters: z.object({ contact }),
    needsApproval: true,
    execute: given => `wrote to ${given.contact.email}: ${given.contact.notes.join()}`,
  })
  const made = { contact: { email: 'bob@example.com', notes: ['for bob@example.com', 'soon'] } }
  const server = serving([{ calls: [{ name: 'write', arguments: made }] }, 'Done.'], {
    program: agent({ name: 'bot', model: 'gpt-5.4', tools: [write], protect: [redact({ pii: ['email'] })] }),
  })
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'Write' })
  const shown = partOf(page)?.input as typeof made
  expect(JSON.stringify(shown)).not.toContain('bob@')
  const notes = [shown.contact.notes[0] ?? '', 'now']
  await approveWith(page, server, { contact: { ...shown.contact, notes } })
  expect(JSON.stringify(await server.events())).toContain('wrote to bob@example.com: for bob@example.com,now')
})

test('an answer that is posted again, because its stream was lost, is streamed again and recorded once', async () => {
  const server = serving([asks, 'Booked A1.'], { program })
  await chunksOf(await server.post({ messages: [user('m0', 'Seats')] }))
  const output = { seats: ['A1'] }
  const part = { type: 'tool-choose_seats', toolCallId: place, state: 'output-available', input: {}, output }
  // However often the message has the call, it is answered once.
  const body = { messages: [{ id: 'a0', role: 'assistant', parts: Array(50).fill(part) }] }
  for (let times = 0; times < 2; times++)
    expect(JSON.stringify(await chunksOf(await server.post(body)))).toContain('A1')
  expect((await server.events()).filter(({ actions }) => actions?.run?.decided)).toHaveLength(1)
  expect(server.client.requests).toHaveLength(2)
})

test('a page that approves a call whose tool is gone reads the reason', async () => {
  const { server, page } = await waitingPayment()
  const { store } = server
  const deployed = serving(['Hm.'], { program: agent({ name: 'bot', model: 'gpt-5.4' }), store })
  const reply = await deployed.post({
    messages: [
      {
        ...page.chat.messages.at(-1),
        parts: [
          {
            type: 'tool-pay',
            toolCallId: place,
            state: 'approval-responded',
            input: {},
            approval: { id: place, approved: true },
          },
        ],
      },
    ],
  })
  expect([reply.status, await reply.text()]).toEqual([422, expect.stringContaining("there is no tool 'pay'")])
})

/** A payment that waits for an approval, on a page. */
async function waitingPayment(more: object = {}) {
  const pay = tool({
    name: 'pay',
    parameters: z.object({ to: z.string(), sum: z.number() }),
    needsApproval: true,
    execute: ({ to, sum }) => `paid ${sum} to ${to}`,
  })
  const payer = agent({ name: 'bot', model: 'gpt-5.4', tools: [pay], ...more })
  const call = { name: 'pay', arguments: { to: 'bob@example.com', sum: 9 } }
  const server = serving([{ calls: [call] }, 'Paid.'], { program: payer })
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'Pay bob@example.com' })
  return { server, page }
}

/** Approves the call as a form with the arguments does. */
async function approveWith(page: Page, server: ReturnType<typeof serving>, edited: object): Promise<void> {
  const message = page.chat.messages.at(-1)
  const parts = message?.parts.map(part =>
    'approval' in part
      ? { ...part, state: 'approval-responded', approval: { id: place, approved: true } }
      : part,
  )
  const response = await server.post({ messages: [{ ...message, parts }], arguments: { [place]: edited } })
  page.chat.messages = [
    ...page.chat.messages.slice(0, -1),
    await messageOf(await chunksOf(response), message),
  ]
}
