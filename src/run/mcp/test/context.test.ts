// Resources and prompts of servers as context: livekit#5378, claude-ai-mcp#45 and #137.
import { type McpServer as OfficialServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fence, redact } from '../../../core/protect/index.ts'
import { agent, type EventInput } from '../../../index.ts'
import { createRunner } from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import { uiMessages } from '../../chat/index.ts'
import { inMemoryStore } from '../../store/index.ts'
import { connectMcp, type McpClient } from '../index.ts'
import { fakeClient, served } from './servers.ts'

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }

/** A server with notes that change, a picture and a prompt. */
function notes() {
  const state = { text: 'Ship on Friday. Mail eve@x.example.' }
  const { handler, modern, legacy } = served(
    (server: OfficialServer) => {
      server.server.registerCapabilities({ resources: { subscribe: true, listChanged: true } })
      server.registerResource(
        'plan',
        'note://plan',
        { description: 'The\u200b plan', mimeType: 'text/plain' },
        ({ href }) => ({
          contents: [{ uri: href, mimeType: 'text/plain', text: state.text }],
        }),
      )
      server.registerResource('logo', 'note://logo', { mimeType: 'image/png' }, ({ href }) => ({
        contents: [{ uri: href, mimeType: 'image/png', blob: 'iVBORw0KGgo=' }],
      }))
      server.registerResource(
        'page',
        new ResourceTemplate('note://page/{n}', { list: undefined }),
        {},
        ({ href }) => ({
          contents: [{ uri: href, text: `page ${'w'.repeat(200)}` }],
        }),
      )
      server.registerPrompt(
        'review',
        { description: 'Reviews', argsSchema: z.object({ of: z.string() }) },
        ({ of }) => ({
          messages: [
            { role: 'user', content: { type: 'text', text: `Review ${of}.` } },
            { role: 'assistant', content: { type: 'text', text: 'Which part?' } },
          ],
        }),
      )
    },
    { 'resources/read': { ttlMs: 600_000, cacheScope: 'private' } },
  )
  return { state, handler, modern, legacy }
}

function running(script: Script, store = inMemoryStore()) {
  const model = scriptedModel(script)
  const protect = [redact({ pii: ['email'] }), fence()]
  const program = agent({ name: 'bot', model: 'gpt-5.4', protect })
  return { model, store, runner: createRunner({ program, store, models: () => model }) }
}

test.each(['modern', 'legacy'] as const)(
  'a %s server’s resources and prompts are listed and read with trust external',
  async kind => {
    const server = await connectMcp({ name: 'notes', connect: notes()[kind] })
    expect(await server.resources()).toEqual([
      { uri: 'note://plan', name: 'plan', description: 'The plan', mediaType: 'text/plain' },
      { uri: 'note://logo', name: 'logo', description: '', mediaType: 'image/png' },
    ])
    expect(await server.prompts()).toEqual([
      {
        name: 'review',
        description: 'Reviews',
        arguments: [{ name: 'of', description: '', isRequired: true }],
      },
    ])
    expect(await server.readResource('note://plan')).toEqual({
      ...{ author: 'user', trust: 'external', visibility: 'internal' },
      parts: [
        { kind: 'text', text: "The resource note://plan of the server 'notes' is:" },
        { kind: 'text', text: 'Ship on Friday. Mail eve@x.example.' },
      ],
    })
    expect((await server.readResource('note://logo')).parts?.[1]).toMatchObject({
      ...{ kind: 'file', mediaType: 'image/png', source: { type: 'base64', data: 'iVBORw0KGgo=' } },
    })
    const prompt = await server.readPrompt('review', { of: 'the plan' })
    expect(prompt).toMatchObject({ author: 'user', trust: 'external' })
    expect(prompt.parts?.map(part => ('text' in part ? part.text : part.kind))).toEqual([
      "The prompt review of the server 'notes' is:",
      'user:',
      'Review the plan.',
      'assistant:',
      'Which part?',
    ])
    await expect(server.readResource('note://none')).rejects.toThrow()
  },
)

test('a run has a resource before its message: fenced, protected, in the log, and hidden from pages', async () => {
  const { modern } = notes()
  const server = await connectMcp({ name: 'notes', connect: modern })
  const { model, runner, store } = running(['On Friday.', 'Yes.'])
  const context = [await server.readResource('note://plan')]
  const input = { message: 'When do we ship?', messageId: 'm1', context }
  expect(await runner.run(key, input).outcome).toMatchObject({ status: 'done', text: 'On Friday.' })
  // A client that sends its message again appends nothing.
  expect(await runner.run(key, input).outcome).toMatchObject({ text: 'On Friday.' })
  expect(await runner.run(key, { message: 'Sure?' }).outcome).toMatchObject({ text: 'Yes.' })
  const sent = model.requests.map(request => JSON.stringify(request.messages))
  expect(sent).toHaveLength(2)
  expect(sent[0]).toMatch(
    /<data:\w+ from=[^>]*>\\nShip on Friday. Mail \[secret:email:1\].\\n<\/data:.*When do we ship/,
  )
  expect(sent[1]?.startsWith(sent[0]?.slice(0, -1) as string)).toBe(true)
  const events = (await store.read(key))?.events ?? []
  expect(events.map(({ author, trust, visibility }) => [author, trust, visibility])).toEqual([
    ['user', 'external', 'internal'],
    ['user', undefined, undefined],
    ['bot', undefined, undefined],
    ['developer', undefined, undefined],
    ['user', undefined, undefined],
    ['bot', undefined, undefined],
    ['developer', undefined, undefined],
  ])
  expect(JSON.stringify(uiMessages(events))).not.toContain('Ship on Friday')
})

test('context that would be taken for the words of the user is a TypeError', () => {
  const { runner } = running([])
  for (const context of [
    'x',
    [{ author: 'user', text: 'Hi' }],
    [{ author: 'developer', trust: 'external', text: 'Hi' }],
    [{ author: 'user', trust: 'external' }],
    [{ author: 'user', trust: 'external', parts: [{ kind: 'reasoning', text: 'x' }] }],
  ])
    expect(() => runner.run(key, { message: 'Hi', context: context as never })).toThrow(TypeError)
  expect(() => runner.run(key, { context: [] })).toThrow('needs a message')
})

test('context appends only the parts of its events: no state, branch, rewind, decision or public text', async () => {
  const { runner, store, model } = running(['Hello.'])
  const claimed = {
    ...{ author: 'user', trust: 'external', visibility: 'public', text: 'A plan.' },
    ...{ branch: 'call:1.0', at: 7, seq: 3, model: 'x', usage: { inputTokens: 9 } },
    actions: { stateDelta: { admin: true }, rewind: { to: 0 }, run: { asked: { runId: 'x' } }, branch: 'b' },
  }
  const { state } = await runner.run(key, { message: 'Hi', context: [claimed as never] }).outcome
  expect(state).toEqual({})
  const [first] = (await store.read(key))?.events ?? []
  expect(first).toMatchObject({ author: 'user', trust: 'external', visibility: 'internal', branch: '' })
  expect(first?.actions).toBeUndefined()
  expect(first?.parts).toEqual([{ kind: 'text', text: 'A plan.' }])
  expect(JSON.stringify(model.requests[0]?.messages)).toContain('A plan.')
})

test('a changed resource is a new event after the messages, and an unchanged one is none', async () => {
  const { state, handler, modern } = notes()
  const server = await connectMcp({ name: 'notes', connect: modern })
  const changed: EventInput[] = []
  const stop = await server.watchResource('note://plan', event => changed.push(event))
  const { model, runner } = running(['On Friday.', 'On Monday.'])
  await runner.run(key, { message: 'When?', context: changed.splice(0) }).outcome
  handler.notify.resourceUpdated('note://plan')
  await new Promise(resolve => setTimeout(resolve, 30))
  expect(changed).toEqual([])
  state.text = 'Ship on Monday.'
  handler.notify.resourceUpdated('note://plan')
  while (changed.length === 0) await new Promise(resolve => setTimeout(resolve, 2))
  await runner.run(key, { message: 'And now?', context: changed }).outcome
  const [first, second] = model.requests.map(({ messages }) => messages)
  expect(second?.slice(0, first?.length)).toEqual(first)
  expect(JSON.stringify(second?.slice(first?.length))).toContain('has changed. Now it is:')
  stop()
  state.text = 'Ship never.'
  handler.notify.resourceUpdated('note://plan')
  await new Promise(resolve => setTimeout(resolve, 30))
  expect(changed).toHaveLength(1)
})

/** A client with a resource whose text a test changes at any moment. */
function changeable() {
  const state = { text: 'v1', failing: false, reading: () => {}, subscribing: () => {} }
  const handlers = new Map<string, (report: { params: object }) => void>()
  const client = {
    ...fakeClient([]),
    readResource: async () => {
      const contents = [{ uri: 'note://plan', text: state.text }]
      if (state.failing) throw new Error('it cannot be read')
      state.reading()
      return { contents }
    },
    subscribeResource: async () => state.subscribing(),
    setNotificationHandler: (method: string, handler: (report: { params: object }) => void) =>
      handlers.set(method, handler),
  }
  const report = () => handlers.get('notifications/resources/updated')?.({ params: { uri: 'note://plan' } })
  return { state, report, client: client as never as McpClient }
}

const textOf = ({ parts }: EventInput): unknown => parts?.map(part => ('text' in part ? part.text : ''))
const settle = () => new Promise(resolve => setTimeout(resolve, 5))

test('watching gives the resource as of the subscription, then each change, also one during a reading', async () => {
  const { state, report, client } = changeable()
  const server = await connectMcp({ name: 'notes', connect: async () => client })
  const read: EventInput[] = []
  state.subscribing = () => {
    state.text = 'v2'
  }
  state.reading = () => {
    state.reading = () => {}
    state.text = 'v3'
    report()
  }
  await server.watchResource('note://plan', event => read.push(event))
  expect(read.map(textOf)).toEqual([["The resource note://plan of the server 'notes' is:", 'v2']])
  await settle()
  const head = "The resource note://plan of the server 'notes' has changed. Now it is:"
  expect(read.slice(1).map(textOf)).toEqual([[head, 'v3']])
  report()
  await settle()
  expect(read).toHaveLength(2)
})

test('watching rejects if the first reading fails, and continues after a later one fails', async () => {
  const { state, report, client } = changeable()
  const server = await connectMcp({ name: 'notes', connect: async () => client })
  const read: EventInput[] = []
  const watch = () => server.watchResource('note://plan', event => read.push(event))
  state.failing = true
  await expect(watch()).rejects.toThrow('it cannot be read')
  state.failing = false
  report()
  await settle()
  expect(read).toEqual([])
  await watch()
  state.failing = true
  report()
  await settle()
  Object.assign(state, { failing: false, text: 'v2' })
  report()
  await settle()
  expect(read.map(event => event.parts?.at(-1))).toEqual([
    { kind: 'text', text: 'v1' },
    { kind: 'text', text: 'v2' },
  ])
})

test('a watched resource is read again after a new connection has subscribed', async () => {
  const [first, second] = [changeable(), changeable()]
  const clients = [first.client, second.client]
  const server = await connectMcp({ name: 'notes', connect: async () => clients.shift() as McpClient })
  const read: EventInput[] = []
  await server.watchResource('note://plan', event => read.push(event))
  second.state.subscribing = () => {
    second.state.text = 'v2'
  }
  first.state.reading = () => {
    throw Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' })
  }
  await server.readResource('note://plan')
  await settle()
  expect(read.map(event => event.parts?.at(-1))).toEqual([
    { kind: 'text', text: 'v1' },
    { kind: 'text', text: 'v2' },
  ])
})

test('a resource whose changes nobody reports cannot be watched', async () => {
  const { modern, legacy } = served(server => {
    server.registerResource('plan', 'note://plan', {}, ({ href }) => ({
      contents: [{ uri: href, text: 'x' }],
    }))
  })
  for (const connect of [modern, legacy]) {
    const server = await connectMcp({ name: 'notes', connect })
    await expect(server.watchResource('note://plan', () => {})).rejects.toThrow()
  }
})

test('a long resource is cut with a note, an empty one says so, and hostile lists are bounded', async () => {
  const { modern } = notes()
  const server = await connectMcp({ name: 'notes', connect: modern, resultCharacters: 100 })
  const text = JSON.stringify((await server.readResource('note://page/7')).parts)
  expect(text).toMatch(/\[105 more characters of this result were left out/)
  const hostile = {
    ...fakeClient([]),
    listResources: async () => ({
      resources: [
        { uri: 'a://\u200bb' },
        { uri: 7 },
        null,
        ...Array(2_000).fill({ uri: 'a://b', description: 'd'.repeat(9_000) }),
      ],
    }),
    readResource: async () => ({ contents: [] }),
    getPrompt: async () => ({ messages: 'none' }),
  }
  const other = await connectMcp({ name: 'bad', connect: async () => hostile })
  const listed = await other.resources()
  expect(listed.length).toBeLessThanOrEqual(1_000)
  expect(listed[0]?.description).toHaveLength(2_000)
  expect((await other.readResource('a://b')).parts).toEqual([
    { kind: 'text', text: "The resource a://b of the server 'bad' is empty" },
  ])
  expect((await other.readPrompt('p')).parts).toHaveLength(1)
  await expect(other.prompts()).rejects.toThrow('listPrompts')
})
