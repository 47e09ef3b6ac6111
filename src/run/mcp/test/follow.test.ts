// Tools of servers that change while sessions run: livekit#5378, kimi-code#1350, claude-ai-mcp#45, mattermost-plugin-agents#965.
import Anthropic from '@anthropic-ai/sdk'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { agent } from '../../../index.ts'
import { createRunner } from '../../../run.ts'
import { type Script, scriptedModel, serveProvider } from '../../../testing/index.ts'
import { inMemoryStore, type Store } from '../../store/index.ts'
import { anthropicModel } from '../../vendor/anthropic/index.ts'
import { connectMcp, followTools, type McpClient, type McpOptions } from '../index.ts'
import { fakeClient, served } from './servers.ts'

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }

/** A server whose tools change, by both protocols. */
function changing(...first: string[]) {
  const state = { names: first }
  const declare = (server: McpServer): void => {
    for (const name of state.names)
      server.registerTool(name, { description: `Does ${name}.` }, () => ({
        content: [{ type: 'text', text: name }],
      }))
  }
  const { handler, modern } = served(declare, { 'tools/list': { ttlMs: 600_000, cacheScope: 'private' } })
  const open: McpServer[] = []
  const legacy = async () => {
    const server = new McpServer({ name: 'test', version: '1.0.0' })
    declare(server)
    open.push(server)
    const client = new Client({ name: 'test', version: '1.0.0' })
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    await server.connect(theirs)
    await client.connect(ours)
    return client
  }
  return {
    ...{ state, modern, legacy },
    become(...names: string[]) {
      const added = names.filter(name => !state.names.includes(name))
      state.names = names
      for (const server of open)
        for (const name of added)
          server.registerTool(name, { description: `Does ${name}.` }, () => ({ content: [] }))
      handler.notify.toolsChanged()
    },
  }
}

async function following(
  connect: () => Promise<McpClient>,
  script: Script,
  {
    model = 'gpt-5.4',
    store = inMemoryStore(),
    ...options
  }: Partial<McpOptions> & { model?: string; store?: Store } = {},
) {
  const server = await connectMcp({ name: 'srv', connect, ...options })
  const program = followTools([server], ([{ tools }]) => agent({ name: 'bot', model, tools }))
  const client = scriptedModel(script)
  const runner = createRunner({ program, store, models: () => client, generateId: () => 'r1' })
  const namesIn = (at: number) =>
    JSON.stringify((client.requests[at] as { tools?: unknown } | undefined)?.tools).match(/srv__\w+/g)
  const log = async () => (await store.read(key))?.events ?? []
  const toolsChange = async (act: () => unknown = () => {}) => {
    const before = program()
    await act()
    for (let waited = 0; program() === before && waited < 400; waited++)
      await new Promise(resolve => setTimeout(resolve, 2))
    return program() !== before
  }
  return {
    server,
    program,
    client,
    runner,
    namesIn,
    log,
    toolsChange,
    run: () => runner.run(key, { message: 'Go' }).outcome,
  }
}

const calls = (...names: string[]) => ({ calls: names.map(name => ({ name: `srv__${name}` })) })

test.each(['modern', 'legacy'] as const)(
  'the next run has the tools that a %s server reported, and the log tells the runs apart',
  async kind => {
    const server = changing('one')
    const { run, namesIn, log, toolsChange } = await following(server[kind], [
      'First.',
      calls('two'),
      'Second.',
    ])
    expect(await run()).toMatchObject({ status: 'done', text: 'First.' })
    server.become('two', 'one')
    expect(await toolsChange()).toBe(true)
    expect(await run()).toMatchObject({ status: 'done', text: 'Second.' })
    // The tool that was there keeps its place, so that requests begin with as much as before.
    expect([namesIn(0), namesIn(1)]).toEqual([['srv__one'], ['srv__one', 'srv__two']])
    const asked = (await log()).flatMap(({ actions }) => actions?.run?.asked?.tools ?? [])
    expect(new Set(asked).size).toBe(2)
    expect((await log()).some(({ actions }) => actions?.run?.answered?.tools !== undefined)).toBe(false)
  },
)

test('a list in another order, or one that is reported and is the same, changes no request', async () => {
  const server = changing('one', 'two')
  const { program, server: connected } = await following(server.modern, [])
  const before = program()
  server.become('two', 'one')
  await new Promise(resolve => setTimeout(resolve, 30))
  expect(program()).toBe(before)
  expect((await connected.refresh()).change).toEqual({ added: [], removed: [], changed: [] })
})

test('tools that change while a call waits are recorded with the answer whose request had them first', async () => {
  const server = changing('one')
  const { run, runner, log, toolsChange, namesIn } = await following(
    server.modern,
    [calls('one'), calls('two'), 'Done.'],
    { needsApproval: ({ name }) => name === 'one' },
  )
  expect(await run()).toMatchObject({ status: 'waiting' })
  expect(await toolsChange(() => server.become('one', 'two'))).toBe(true)
  await runner.approve(key, '1.0', { by: 'ada' })
  expect(await runner.resume(key).outcome).toMatchObject({ status: 'done' })
  expect(namesIn(1)).toEqual(['srv__one', 'srv__two'])
  const marks = (await log()).flatMap(({ actions: { run } = {} }) =>
    run?.answered ? [run.answered.tools] : [],
  )
  expect(marks).toEqual([undefined, expect.any(String), undefined])
})

test('another process with other tools records them, too', async () => {
  const store = inMemoryStore()
  const first = await following(changing('one').modern, [calls('one')], { store, needsApproval: true })
  await first.run()
  await first.runner.stop()
  const { runner, log } = await following(changing('one', 'two').modern, ['Done.'], {
    store,
    needsApproval: true,
  })
  await runner.approve(key, '1.0', { by: 'ada' })
  expect(await runner.resume(key).outcome).toMatchObject({ status: 'done' })
  const [asked] = (await log()).flatMap(({ actions }) => actions?.run?.asked?.tools ?? [])
  const [answered] = (await log()).flatMap(({ actions }) => actions?.run?.answered?.tools ?? [])
  expect([typeof asked, typeof answered, asked === answered]).toEqual(['string', 'string', false])
})

test('a model that binds its reasoning to the tools is told of a new one after the messages, and requests begin as before', async () => {
  const server = changing('one')
  const connected = await connectMcp({ name: 'srv', connect: server.modern })
  const program = followTools([connected], ([{ tools }]) =>
    agent({ name: 'bot', model: 'claude-opus-5-5', tools }),
  )
  const provider = await serveProvider('anthropic', ['First.', 'Second.'])
  const client = new Anthropic({ apiKey: 'none', fetch: provider.fetch as never })
  const runner = createRunner({ program, store: inMemoryStore(), models: () => anthropicModel(client) })
  await runner.run(key, { message: 'Go' }).outcome
  const before = program()
  server.become('one', 'two')
  while (program() === before) await new Promise(resolve => setTimeout(resolve, 2))
  expect(await runner.run(key, { message: 'Again' }).outcome).toMatchObject({ text: 'Second.' })
  const [first, second] = provider.requests.map(
    ({ body }) => body as unknown as { tools: object[]; messages: object[] },
  )
  expect(second?.tools).toEqual(first?.tools)
  expect(JSON.stringify(second?.messages.slice(first?.messages.length))).toContain('tool_addition')
  await provider.close()
})

test('a list that cannot be read leaves the earlier one, and the next run reads it again', async () => {
  const state = { names: ['one'], isBroken: false, notify: () => {} }
  const client = {
    ...fakeClient(() => {
      if (state.isBroken) throw new Error('no list')
      return { tools: state.names.map(name => ({ name, inputSchema: { type: 'object' } })) }
    }),
    setNotificationHandler: (method: string, handler: (report: object) => void) => {
      if (method.includes('tools')) state.notify = () => handler({})
    },
  }
  const { run, namesIn, toolsChange } = await following(async () => client, ['First.', 'Second.'])
  state.isBroken = true
  state.names = ['one', 'two']
  state.notify()
  await run()
  expect(namesIn(0)).toEqual(['srv__one'])
  state.isBroken = false
  expect(await toolsChange()).toBe(true)
  await run()
  expect(namesIn(1)).toEqual(['srv__one', 'srv__two'])
})

test('after the end of a subscription the list is read, and the subscription is opened again', async () => {
  const server = changing('one')
  const opened: { close(): Promise<void> }[] = []
  const connect = async () => {
    const client = await server.modern()
    const listen = client.listen.bind(client)
    client.listen = async (...given) => {
      const subscription = await listen(...given)
      opened.push(subscription)
      return subscription
    }
    return client
  }
  const { program, toolsChange } = await following(connect, [])
  while (opened.length < 1) await new Promise(resolve => setTimeout(resolve, 2))
  server.state.names = ['one', 'two']
  expect(await toolsChange(() => opened[0]?.close())).toBe(true)
  while (opened.length < 2) await new Promise(resolve => setTimeout(resolve, 2))
  expect(program()).toBe(program())
  expect(await toolsChange(() => server.become('one', 'two', 'three'))).toBe(true)
})

test('a list is read anew by refresh, although the server allows a client to keep it', async () => {
  const server = changing('one')
  const connected = await connectMcp({ name: 'srv', connect: server.modern })
  server.state.names = ['one', 'two']
  expect((await connected.refresh()).change).toMatchObject({ added: ['srv__two'] })
})

test('only servers of connectMcp can be followed', () => {
  expect(() => followTools([{} as never], () => agent({ name: 'bot', model: 'gpt-5.4' }))).toThrow(TypeError)
  expect(() => followTools([], 'x' as never)).toThrow(TypeError)
})
