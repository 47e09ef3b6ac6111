import { expect, test } from 'vitest'
import {
  type Conversation,
  fromAnthropic,
  fromGemini,
  fromOpenAI,
  importConversation,
} from '../../src/from.ts'
import { compile, createSession } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'
import { samples } from './samples.ts'

const hello = { role: 'user', content: 'Hello' } as const
const chat = samples.chat?.messages ?? []
const items = samples.responses?.messages ?? []

test.each([
  ['claude-sonnet-5', chat, 'openai-chat'],
  ['anthropic/claude-sonnet-5', chat, 'openai-chat'],
  ['gpt-4.1', samples.anthropic?.messages ?? [], 'anthropic'],
  ['claude-sonnet-5', [hello], 'anthropic'],
  ['gpt-4.1', [hello], 'openai-chat'],
])('a request for %s is recognized by its messages before its model (N4)', (model, messages, format) => {
  expect(importConversation({ model, messages })?.format).toBe(format)
})

test("a developer message fits both of OpenAI's formats", () => {
  expect(importConversation([{ role: 'developer', content: 'Be brief.' }, ...items])?.format).toBe('openai')
})

test.each(['mcp_approval_request', 'mcp_list_tools', 'program', 'tool_search_output', 'computer_call'])(
  'an item of type %s is recognized as Responses, also alone',
  type => {
    expect(importConversation([{ type, id: 'x' }])?.format).toBe('openai')
  },
)

test.each([
  ['messages', chat, 'openai-chat'],
  ['items', items, 'openai'],
  ['a request with messages', { model: 'gpt-4.1', messages: chat }, 'openai-chat'],
  ['a request with items', { model: 'gpt-4.1', input: items }, 'openai'],
  ['a request with words', { model: 'gpt-4.1', input: 'Hello' }, 'openai'],
] as const)('fromOpenAI reads %s and records the format (D2)', async (_name, input, format) => {
  const conversation = fromOpenAI(input as { input: string }) as Conversation
  expect(conversation.format).toBe(format)
  const { ok, request } = await compile(conversation, { model: 'gpt-4.1' })
  expect(ok).toBe(true)
  expect(fakeProvider(format).violations(request)).toEqual([])
})

test('an empty message is read, and one with text in another field is not empty (N3)', async () => {
  const empty = await compile(fromOpenAI([hello, { role: 'assistant', content: '' }, hello]), {
    model: 'gpt-4.1',
  })
  expect(empty.diagnostics.map(({ code }) => code)).toContain('CX3005')
  const elsewhere = fromOpenAI([hello, { role: 'user', text: 'My name is Ann.' }])
  const { ok, request, diagnostics } = await compile(elsewhere, { model: 'gpt-4.1' })
  expect(ok).toBe(true)
  expect(JSON.stringify(request)).toContain('My name is Ann.')
  expect(diagnostics.find(({ code }) => code === 'CX3008')).toMatchObject({
    at: ['e:1.0'],
    help: expect.stringContaining('fromPlain'),
  })
})

test('several messages of an unknown format are reported in the plural, with a fitting importer (D3)', async () => {
  const unknown = [
    { role: 'bot', content: 'One.' },
    { role: 'bot', content: 'Two.' },
  ] as object[]
  const { diagnostics } = await compile(fromOpenAI([hello, ...unknown, hello] as never), { model: 'gpt-4.1' })
  expect(diagnostics).toMatchObject([
    { code: 'CX3008', at: ['e:1.0', 'e:2.0'], help: expect.stringContaining('fromPlain') },
  ])
})

test.each([
  ['fromOpenAI', () => fromOpenAI([{ role: 'user', text: 'Ann' }]), 'fromPlain'],
  ['fromGemini', () => fromGemini([{ role: 'user', content: 'Ann' }] as object[]), 'fromOpenAI'],
  [
    'fromAnthropic',
    () => fromAnthropic([{ author: 'user', content: { parts: [{ text: 'Ann' }] } }] as object[]),
    'fromADK',
  ],
])('%s that reads nothing is an error that names another importer (N3)', async (_name, read, right) => {
  const { ok, request, diagnostics } = await compile(read() as Conversation, { model: 'gpt-4.1' })
  expect([ok, request]).toEqual([false, null])
  expect(diagnostics[0]).toMatchObject({ code: 'CX3014', data: { use: right, count: 1 } })
})

test.each(['openai-chat', 'openai'] as const)(
  'an unknown field never reaches OpenAI, as %s (N12)',
  async target => {
    const body = { model: 'gpt-4.1', temprature: 1, id: 'log-1', meta: { at: 3 } }
    const given = target === 'openai' ? { ...body, input: 'Hello' } : { ...body, messages: [hello] }
    const { request, diagnostics } = await compile(fromOpenAI(given as { input: string }) as Conversation, {})
    expect(fakeProvider(target).violations(request)).toEqual([])
    expect(diagnostics.find(({ code }) => code === 'CX3015')).toMatchObject({
      help: expect.stringContaining("'temperature' for 'temprature'"),
      data: { fields: ['temprature', 'id', 'meta'] },
    })
  },
)

test('another vendor gets its own fields back, and they are reported (N12)', async () => {
  const given = { model: 'deepseek-chat', top_k: 20, messages: [hello] }
  const { request, diagnostics } = await compile(fromOpenAI(given))
  expect(request).toMatchObject({ top_k: 20 })
  expect(diagnostics.find(({ code }) => code === 'CX3016')).toMatchObject({ data: { fields: ['top_k'] } })
})

test.each([
  [chat, 'fromOpenAI'],
  [{ messages: chat }, 'fromOpenAI'],
  [{ input: items }, 'fromOpenAIResponses'],
  [{ contents: 'Hello' }, 'fromGemini'],
  [samples.anthropic?.messages, 'fromAnthropic'],
])('a list without an importer is a TypeError that names %s (N3)', async (program, importer) => {
  await expect(compile(program as never)).rejects.toThrow(`compile(${importer}(messages), …)`)
  await expect(compile(program as never, createSession())).rejects.toThrow(TypeError)
})

test('a misspelt option is a TypeError with a suggestion', async () => {
  await expect(compile(fromOpenAI([hello]), { modle: 'gpt-4.1' } as never)).rejects.toThrow(
    "did you mean 'model'?",
  )
})

test.each(['openai-chat', 'openai'] as const)(
  'an unknown field does not reach OpenAI without a model, as %s',
  async target => {
    const body = { temprature: 1, note: 'x' }
    const given = target === 'openai' ? { ...body, input: 'Hello' } : { ...body, messages: [hello] }
    const conversation = fromOpenAI(given as { input: string }) as Conversation
    const { request, diagnostics } = await compile(conversation, { target, budget: 9000 })
    expect(request).not.toHaveProperty('temprature')
    expect(request).not.toHaveProperty('note')
    expect(diagnostics.map(({ code }) => code)).toContain('CX3015')
    expect(diagnostics.map(({ code }) => code)).not.toContain('CX3016')
  },
)
