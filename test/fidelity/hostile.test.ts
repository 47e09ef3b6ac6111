import { describe, expect, test } from 'vitest'
import { fromAnthropic, fromGemini, fromOpenAI, fromOpenAIResponses } from '../../src/from.ts'
import { compile, createSession } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'

const hello = { role: 'user', content: 'Hi' }
const session = createSession({ events: [{ author: 'user', text: 'Hi' }] })
const ask = { target: 'openai', model: 'gpt-5.4' } as const
const models = [
  ['openai', 'gpt-5.4'],
  ['openai-chat', 'gpt-5.4'],
  ['anthropic', 'claude-sonnet-5'],
  ['gemini', 'gemini-3.8-flash'],
] as const

describe('malformed tools of a request (A7, A11)', () => {
  const name = { toString: 1 }
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]
  const declared = { functionDeclarations: [{ name: 'f', parameters: { type: [name] } }] }

  test.each([
    [
      'a function without a name',
      'openai-chat',
      'gpt-5.4',
      fromOpenAI({ messages: [hello], tools: [{ type: 'function' }] } as never),
    ],
    [
      'a name that is no text',
      'anthropic',
      'claude-sonnet-5',
      fromAnthropic({ messages: [hello], tools: [{ type: 'web_search_20250305', name }] } as never),
    ],
    [
      'a name with a space',
      'openai',
      'gpt-5.4',
      fromOpenAIResponses({ input: 'Hi', tools: [{ type: 'custom', name: 'a b\ud800' }] } as never),
    ],
    [
      'an empty name',
      'openai',
      'gpt-5.4',
      fromOpenAIResponses({ input: 'Hi', tools: [{ type: 'custom', name: '' }] } as never),
    ],
    [
      'a long name',
      'openai',
      'gpt-5.4',
      fromOpenAIResponses({ input: 'Hi', tools: [{ type: 'custom', name: 'a'.repeat(200) }] } as never),
    ],
    [
      'nothing',
      'anthropic',
      'claude-sonnet-5',
      fromAnthropic({ messages: [hello], tools: [null, {}] } as never),
    ],
  ] as const)('%s is dropped with its place', async (_name, target, model, conversation) => {
    const { ok, request, diagnostics } = await compile(conversation, { target, model })
    expect(ok).toBe(true)
    expect(request).not.toHaveProperty('tools')
    expect(diagnostics.find(({ code }) => code === 'CX7022')?.at).toEqual(['d:tools.0'])
  })

  test('a schema type that is not a string throws nothing', async () => {
    const conversation = fromGemini({ contents, config: { tools: [declared] } } as never)
    expect((await compile(conversation, { model: 'gemini-3.8-flash' })).ok).toBe(true)
  })
})

test.each(models)('many pieces and properties are compiled on %s (A8)', async (target, model) => {
  const many = Object.fromEntries(Array.from({ length: 130_000 }, (_, at) => [`p${at}`, { type: 'string' }]))
  const tools = [{ name: 'f', parameters: { type: 'object', properties: many } }]
  const instruction = '{{'.repeat(130_000)
  const { diagnostics } = await compile({ name: 'a', instruction, tools } as never, session, {
    target,
    model,
  })
  expect(diagnostics.map(({ code }) => code)).not.toContain('CX9101')
})

test('a freeform call without text becomes a function call, and its output too (A9)', async () => {
  const parts = [
    { kind: 'tool-call', id: 'c1', name: 'sh', arguments: { cmd: 'ls' }, freeform: true },
  ] as const
  const result = { kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: 'a' }] } as const
  const given = session.append({ author: 'agent', parts }, { author: 'tool', parts: [result] })
  const { request } = await compile({ name: 'agent' }, given, ask)
  expect(request).toMatchObject({ input: [{}, { type: 'function_call' }, { type: 'function_call_output' }] })
  expect(fakeProvider('openai').violations(request)).toEqual([])
})

test.each([
  ['John Smith', 'John_Smith'],
  ['', undefined],
  ['a'.repeat(65), 'a'.repeat(64)],
  ['<script>', '_script_'],
  ['Ann', 'Ann'],
])('the name %j of a participant is sent as %j (A10)', async (name, wanted) => {
  const { ok, request, diagnostics } = await compile(fromOpenAI([{ ...hello, name }] as never), {
    model: 'gpt-4.1',
  })
  expect(ok).toBe(true)
  expect((request as { messages: { name?: string }[] }).messages[0]?.name).toBe(wanted)
  expect(diagnostics.some(({ code }) => code === 'CX7023')).toBe(name !== wanted)
  expect(fakeProvider('openai-chat').violations(request)).toEqual([])
})

test.each(models)('%s gets no malformed part (A11)', async (target, model) => {
  const format = target
  for (const payload of [{}, { type: 'a b' }, { type: '' }, { type: 'zzz\ud800' }]) {
    const type = String((payload as { type?: string }).type ?? 'new')
    const part = { kind: 'opaque', format, type, inline: true, payload } as const
    const given = createSession({ events: [{ author: 'user', parts: [{ kind: 'text', text: 'Hi' }, part] }] })
    const { ok, request } = await compile({ name: 'agent' }, given, { target, model })
    expect(ok).toBe(true)
    expect(fakeProvider(target).violations(request)).toEqual([])
  }
})

test.each(models)('a lone surrogate never reaches %s in a schema (A12)', async (target, model) => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string', description: 'x\ud800', enum: ['y\ud800'] }, b: { const: 'z\ud800' } },
    required: ['a', 'b'],
  }
  const agent = { name: 'agent', tools: [{ name: 'f', parameters: schema }], outputSchema: schema }
  const { ok, request, diagnostics } = await compile(agent as never, session, { target, model })
  expect(ok).toBe(true)
  expect(JSON.stringify(request)).not.toMatch(/\\ud800/)
  expect(diagnostics.some(({ code }) => code === 'CX3010')).toBe(true)
})
