// Calls of MCP servers that take a long time, and results that are large.
import { expect, test } from 'vitest'
import { agent, tool } from '../../../index.ts'
import { createRunner, type RunEvent, type ToolContext } from '../../../run.ts'
import { scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore } from '../../store/index.ts'
import { connectMcp, type McpOptions } from '../index.ts'
import type { McpRequestOptions } from '../mcp-client.ts'
import { fakeClient, stdioServer } from './servers.ts'

const listed = [
  { name: 'build', inputSchema: { type: 'object' } },
  { name: 'read', inputSchema: { type: 'object' } },
]

/** Runs one call, and returns the events of the run and the call's result as text. */
async function called(tools: readonly object[], name: string, given: object = {}) {
  const client = scriptedModel([{ calls: [{ name, arguments: given as never }] }, 'Done.'])
  const program = agent({ name: 'bot', model: 'gpt-5.4', tools: tools as never })
  const runner = createRunner({ program, store: inMemoryStore(), models: () => client })
  const stream = runner.run({ owner: { app: 'test' }, id: 's' }, { message: 'Go' })
  const events: RunEvent[] = []
  for await (const event of stream) events.push(event)
  const { status } = await stream.outcome
  await runner.stop()
  const parts = events.flatMap(event => (event.type === 'event' ? event.event.parts : []))
  const results = parts.flatMap(part => (part.kind === 'tool-result' ? part.content : []))
  const text = results.map(part => (part.kind === 'text' ? part.text : JSON.stringify(part))).join('\n')
  return { status, text, progress: events.filter(event => event.type === 'progress') }
}

const connected = (options: Partial<McpOptions> & Pick<McpOptions, 'connect'>) =>
  connectMcp({ name: 'srv', ...options })

test('a call that reports progress outlives the time-out, and the run reports it', async () => {
  const server = await connected({ connect: stdioServer().connect, timeoutMs: 1_000 })
  const { text, progress } = await called(server.tools, 'srv__trigger-long-running-operation', {
    duration: 2,
    steps: 8,
  })
  await server.close()
  expect(text).toContain('completed')
  expect(progress.length).toBeGreaterThan(1)
  expect(progress[0]).toMatchObject({
    agent: 'bot',
    call: '1.0',
    tool: 'srv__trigger-long-running-operation',
    value: { progress: 1, total: 8 },
  })
})

test("a server's reports are clean, bounded, and over with the call; a time of its own has an upper bound", async () => {
  const given: McpRequestOptions[] = []
  const connect = async () =>
    fakeClient(listed, (_, __, options) => {
      const request = options as McpRequestOptions
      given.push(request)
      for (let at = 0; at < 1_200; at++)
        request.onprogress?.({ progress: at, total: 'x', message: `\u001b]0;t\u0007${'m'.repeat(900)}` })
      setTimeout(() => request.onprogress?.({ progress: 9_999 }), 0)
      return { content: [{ type: 'text', text: 'done' }] }
    })
  const server = await connected({
    connect,
    timeoutMs: ({ name }) => (name === 'build' ? 5_000 : 1_000),
    longestMs: 20_000,
  })
  expect(server.tools.map(({ timeoutMs }) => timeoutMs)).toEqual([25_000, 25_000])
  const { progress } = await called(server.tools, 'srv__build')
  expect(progress).toHaveLength(1_000)
  expect(progress[3]).toMatchObject({ value: { progress: 3, message: `]0;t${'m'.repeat(495)}…` } })
  expect(given[0]).toMatchObject({ timeout: 5_000, maxTotalTimeout: 20_000, resetTimeoutOnProgress: true })
})

test('a time that no timer holds does not end a call at once', async () => {
  const given: McpRequestOptions[] = []
  const server = await connected({
    connect: async () =>
      fakeClient(listed, (_, __, options) => given.push(options as never) && { content: [] }),
    timeoutMs: 40 * 24 * 3_600_000,
  })
  await called(server.tools, 'srv__build')
  expect(given[0]?.timeout).toBe(2 ** 31 - 1)
})

test.each<[string, Partial<McpOptions>]>([
  ['timeoutMs', { timeoutMs: 0 }],
  ['timeoutMs', { timeoutMs: () => Number.NaN }],
  ['longestMs', { longestMs: -1 }],
  ['resultCharacters', { resultCharacters: 0.5 }],
])('a malformed %s is a TypeError', async (name, options) => {
  await expect(connected({ connect: async () => fakeClient(listed), ...options })).rejects.toThrow(name)
})

test('a tool of the app reports progress, in which revealed values are placeholders', async () => {
  const own = tool({
    name: 'dig',
    parameters: { type: 'object', properties: {} },
    execute: (_: unknown, context: unknown) => {
      const { progress } = context as ToolContext
      progress('half')
      expect(() => progress((() => 1) as never)).toThrow(TypeError)
      return 'done'
    },
  })
  const { text, progress } = await called([own], 'dig')
  expect(text).toBe('done')
  expect(progress).toMatchObject([{ tool: 'dig', value: 'half' }])
})

test.each<[string, unknown]>([
  ['one text', { content: [{ type: 'text', text: 'word '.repeat(4_000_000) }] }],
  ['structured content', { content: [], structuredContent: { rows: Array(40_000).fill({ a: 'word' }) } }],
  ['an error', { isError: true, content: [{ type: 'text', text: 'word '.repeat(40_000) }] }],
  [
    'many resources',
    {
      content: Array(200).fill({
        type: 'resource',
        resource: { uri: 'a://b', text: 'word '.repeat(20_000) },
      }),
    },
  ],
  ['one file', { content: [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(30_000_000) }] }],
])('a hostile result does not end the run: %s', async (title, result) => {
  const server = await connected({ connect: async () => fakeClient(listed, () => result) })
  const began = performance.now()
  const { status, text } = await called(server.tools, 'srv__read')
  expect(status).toBe('done')
  expect(text.length).toBeLessThan(120_000)
  expect(text).toMatch(
    title === 'one file'
      ? /left out: image\/png/
      : /\[[\d,]+ more characters of this result were left out\]$/,
  )
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('a result within the limit is kept as it is, also of an own tool', async () => {
  const listOf = (characters: number) => ({ content: [{ type: 'text', text: 'w'.repeat(characters) }] })
  const server = await connected({
    connect: async () => fakeClient(listed, () => listOf(500)),
    resultCharacters: 500,
  })
  expect((await called(server.tools, 'srv__read')).text).toBe('w'.repeat(500))
  const own = tool({
    name: 'dig',
    parameters: { type: 'object', properties: {} },
    execute: () => 'w'.repeat(1_500_000),
  })
  const { status, text } = await called([own], 'dig')
  expect(status).toBe('done')
  expect(text).toBe(`${'w'.repeat(1_000_000)}\n[500,000 more characters of this result were left out]`)
})

test('a file with its bytes in its address is kept, and no address is cut in two', async () => {
  const file = (url: string) => ({ kind: 'file', mediaType: 'image/png', source: { type: 'url', url } })
  const own = (...parts: object[]) =>
    tool({ name: 'dig', parameters: { type: 'object', properties: {} }, execute: () => parts })
  const bytes = file(`data:image/png;base64,${'A'.repeat(1_500_000)}`)
  expect((await called([own(bytes)], 'dig')).text).toBe(JSON.stringify(bytes))
  const words = 'w'.repeat(999_990)
  const { text } = await called([own({ kind: 'text', text: words }, file('https://a.example/b.png'))], 'dig')
  expect(text).toBe(`${words}\n[46 more characters of this result were left out]`)
})
