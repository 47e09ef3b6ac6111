import { describe, expect, test } from 'vitest'
import {
  type Conversation,
  fromADK,
  fromAISDK,
  fromAnthropic,
  fromGemini,
  fromLangChain,
  fromOpenAI,
  fromOpenAIResponses,
  fromPlain,
  importConversation,
} from '../../src/from.ts'
import { compile } from '../../src/index.ts'

type Importer = (input: unknown, options?: unknown) => Conversation

const all = Object.entries({
  fromOpenAI,
  fromOpenAIResponses,
  fromAnthropic,
  fromGemini,
  fromAISDK,
  fromLangChain,
  fromADK,
  fromPlain,
}) as unknown as readonly (readonly [string, Importer])[]

describe.each(all)('%s', (name, from) => {
  test('refuses other values than lists and requests, and names itself', () => {
    for (const input of [null, undefined, 5, true, 'hello', {}, new Map(), { model: 'gpt-5.4' }])
      expect(() => from(input), String(input)).toThrow(
        new RegExp(`^the argument of ${name} must be a .* got `),
      )
  })

  test('asks to parse JSON text first', () => {
    expect(() => from('[{"role":"user","content":"hi"}]')).toThrow(/JSON\.parse/)
  })

  test('refuses an unknown option, with a suggestion', () => {
    const list = name === 'fromADK' ? [{ author: 'user', content: {} }] : []
    expect(() => from(list, { modle: 'x' })).toThrow(/has no option 'modle': did you mean 'model'\?/)
    expect(() => from(list, { model: 5 })).toThrow(/^\w+\.model must be/)
    expect(() => from(list, { untrusted: 'yes' })).toThrow(/^\w+\.untrusted must be/)
    expect(from(list, { model: 'm', untrusted: false }).format).toBeTypeOf('string')
  })
})

test('an importer that does not read a request names the one that does', () => {
  const requests = [
    [{ contents: 'hi' }, 'fromGemini'],
    [{ input: 'hi' }, 'fromOpenAI'],
    [{ events: [{ author: 'user', content: { parts: [] } }] }, 'fromADK'],
    [{ conversations: [{ from: 'human', value: 'hi' }] }, 'fromPlain'],
  ] as const
  for (const [request, meant] of requests)
    for (const [name, from] of all) {
      if (name === meant || (meant === 'fromOpenAI' && name === 'fromOpenAIResponses')) continue
      if (meant === 'fromOpenAI' || name !== 'fromPlain')
        expect(() => from(request), `${name} ${meant}`).toThrow(new RegExp(`use ${meant}`))
    }
})

test('only fromAISDK has its own option', () => {
  expect(() => fromAISDK([], { allowSystem: true } as never)).toThrow(/did you mean 'allowSystemInMessages'/)
  expect(() => fromAISDK([], { allowSystemInMessages: 'no' as never })).toThrow(
    /^fromAISDK\.allowSystemInMessages must be/,
  )
  expect(() => importConversation([], { modle: 'x' } as never)).toThrow(/importConversation has no option/)
})

describe('fromOpenAIResponses', () => {
  test('reads messages under the name that Chat Completions uses, with its settings', async () => {
    const request = { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 64, temperature: 0.5 }
    const result = await compile(fromOpenAIResponses(request), { model: 'gpt-4.1' })
    expect(result.diagnostics).toEqual([])
    expect(result.request).toMatchObject({
      input: [{ role: 'user' }],
      max_output_tokens: 64,
      temperature: 0.5,
    })
  })

  test('keeps messages of Chat Completions as data, and names the importer that reads them', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'get', arguments: '{}' } }
    const messages = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', tool_calls: [call] },
    ]
    const { diagnostics } = await compile(fromOpenAIResponses({ messages: messages as object[] }), {
      model: 'gpt-5.4',
    })
    expect(diagnostics).toMatchObject([{ code: 'CX3008', help: expect.stringContaining('use fromOpenAI,') }])
  })

  test('continues a stored response without an input', () => {
    for (const request of [
      { previous_response_id: 'resp_1' },
      { prompt: { id: 'pmpt_1' } },
      { input: undefined },
    ])
      expect(fromOpenAIResponses(request).session.length).toBe(0)
    expect(() => fromOpenAIResponses({ prompt: 'hi' } as object as [])).toThrow(TypeError)
  })
})

describe('unknown roles', () => {
  const banana = [{ role: 'banana', content: 'x' }]
  const speakers = [
    { from: 'alice', value: 'x' },
    { from: 'bob', value: 'y' },
  ]

  test('are not recognized as a format', () => {
    expect(importConversation(banana)).toBeNull()
    expect(importConversation({ messages: banana })).toBeNull()
    expect(importConversation([...banana, { role: 'user', content: 'x' }])?.format).toBe('openai-chat')
  })

  test.each(all)(
    'make %s ask for a known role, and name no importer that does not know it',
    async (name, from) => {
      for (const messages of [banana, speakers]) {
        const { ok, diagnostics } = await compile(from(messages), { model: 'gpt-5.4' })
        expect(ok).toBe(false)
        const told = diagnostics.map(({ message, help }) => `${message} ${help}`).join('\n')
        expect(told).not.toContain('the request holds')
        expect(told).not.toMatch(/use from/)
        expect(told).toContain(`a role that ${name} knows`)
      }
    },
  )

  test('are reported for LangChain without naming the importer that was used', async () => {
    const { diagnostics } = await compile(
      fromLangChain([
        { type: 'human', content: 'Hello' },
        { type: 'chat', role: 'critic', content: 'Too short.' },
      ]),
      { model: 'gpt-5.4' },
    )
    expect(diagnostics).toMatchObject([{ code: 'CX3008', help: expect.not.stringContaining('use from') }])
  })
})
