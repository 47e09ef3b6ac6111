import { expect, test } from 'vitest'
import { contextCompiler } from './middleware.ts'
import { compileStep } from './step.ts'

const model = { provider: 'anthropic.messages', modelId: 'claude-sonnet-5', specificationVersion: 'v4' }
const rules = 'Answer in full sentences, and name your sources. '.repeat(300)
const tools = [
  { type: 'function', name: 'weather', description: rules, inputSchema: { type: 'object', properties: {} } },
]
const prompt = [
  { role: 'system', content: rules },
  { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
]
const mark = { anthropic: { cacheControl: { type: 'ephemeral', ttl: '1h' } } }

/** Counts the cache marks in the tools and messages of a call. */
const marked = (value: unknown): number =>
  JSON.stringify(value).split(JSON.stringify(mark).slice(1, -1)).length - 1

test('the option cache marks the tools and messages of a call', async () => {
  const call = { params: { prompt, tools }, model } as never
  const params: any = await contextCompiler({ cache: { ttl: '1h' } }).transformParams(call)
  expect([marked(params.tools), marked(params.prompt[0]), marked(params.prompt[1])]).toEqual([1, 1, 1])
  const bare: any = await contextCompiler().transformParams(call)
  expect(marked([bare.tools, bare.prompt])).toBe(0)
})

test('cache marks of the app are replaced by ours, and kept if the option is off', async () => {
  const app = { anthropic: { cacheControl: { type: 'ephemeral' }, eager: true } }
  const own = [
    { ...tools[0], name: 'first', providerOptions: app },
    {
      type: 'provider',
      id: 'anthropic.web_search_20250305',
      name: 'web_search',
      args: {},
      providerOptions: app,
    },
    tools[0],
  ]
  const call = { params: { prompt, tools: own }, model } as never
  const kept: any = await contextCompiler().transformParams(call)
  expect(kept.tools).toEqual(own)
  expect(kept.tools[0]).toBe(own[0])
  const params: any = await contextCompiler({ cache: { ttl: '1h' } }).transformParams(call)
  expect(params.tools.map((tool: any) => tool.providerOptions)).toEqual([
    { anthropic: { eager: true } },
    { anthropic: { eager: true } },
    mark,
  ])
})

test('a step marks only its messages, because the AI SDK sends tools and instructions', async () => {
  const messages = [{ role: 'user', content: 'Hello' }]
  const step = await compileStep({ cache: { ttl: '1h' } })({ messages, model, instructions: rules })
  expect([step.messages.length, marked(step.messages)]).toEqual([1, 1])
})

test('an invalid option cache is a TypeError', () => {
  expect(() => contextCompiler({ cache: 'on' as never })).toThrow(
    "contextCompiler.cache must be 'keep', 'mark' or { ttl }",
  )
})
