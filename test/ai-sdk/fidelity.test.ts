// Parts of a provider's answer return to that provider, and nothing is added. Titles have the numbers of the findings.
import { compile } from 'ctxc'
import { fromAISDK } from 'ctxc/from'
import { describe, expect, test } from 'vitest'

const hello = { role: 'user', content: 'Hi' }
const call = (id: string): object => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'save',
  input: { n: 1 },
})
const result = (id: string): object => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'save',
  output: { type: 'text', value: 'ok' },
})

const contentOf = async (messages: readonly object[], model: string): Promise<readonly object[]> => {
  const input = { messages, tools: { save: { inputSchema: { jsonSchema: { type: 'object' } } } } }
  const { request } = await compile(fromAISDK(input, { model }), { target: 'ai-sdk', model })
  return request?.messages.find(({ role }) => role === 'assistant')?.content as unknown as readonly object[]
}

describe('custom parts without words (N1)', () => {
  const start = {
    type: 'custom',
    kind: 'anthropic.message_start',
    providerOptions: { anthropic: { id: 'msg_1', model: 'claude-sonnet-4-5', usage: { input_tokens: 1 } } },
  }
  const messages = [
    hello,
    { role: 'assistant', content: [start, { type: 'text', text: 'Hello.' }] },
    { role: 'user', content: 'And?' },
  ]

  test('are sent back to their provider unchanged and uncounted', async () => {
    const model = 'claude-sonnet-4-5'
    const compiled = await compile(fromAISDK(messages, { model }), { target: 'ai-sdk', model })
    expect(compiled.request?.messages[1]?.content).toEqual([start, { type: 'text', text: 'Hello.' }])
    expect(compiled.diagnostics).toEqual([])
    const bare = await compile(
      fromAISDK(messages.toSpliced(1, 1, { role: 'assistant', content: 'Hello.' }), { model }),
      { target: 'ai-sdk', model },
    )
    expect(compiled.tokens.max).toBe(bare.tokens.max)
  })

  test.each(['openai', 'openai-chat', 'anthropic', 'gemini', 'text'] as const)(
    'are never text for %s, and raise no warning',
    async target => {
      const model =
        target === 'gemini' ? 'gemini-3-pro' : target === 'anthropic' ? 'claude-sonnet-4-5' : 'gpt-5.4'
      const { request, diagnostics } = await compile(fromAISDK(messages), { target, model })
      expect(JSON.stringify(request)).not.toContain('message_start')
      expect(JSON.stringify(request)).toContain('Hello.')
      expect(diagnostics.filter(({ level }) => level !== 'info')).toEqual([])
      expect(diagnostics.map(({ code }) => code)).toContain('CX7029')
    },
  )

  test('are dropped with an answer that holds nothing else', async () => {
    const model = 'claude-sonnet-4-5'
    const alone = messages.toSpliced(1, 1, { role: 'assistant', content: [start] })
    const { request } = await compile(fromAISDK(alone, { model }), { target: 'ai-sdk', model })
    expect(request?.messages.map(({ role }) => role)).toEqual(['user', 'user'])
  })
})

test('thinking between calls, and text after a thought, keep their places (O1)', async () => {
  const thought = (signature: string): object => ({
    type: 'reasoning',
    text: 'Hm.',
    providerOptions: { anthropic: { signature } },
  })
  const content = [thought('AAAA'), call('c1'), thought('BBBB'), call('c2'), { type: 'text', text: 'So.' }]
  const messages = [
    hello,
    { role: 'assistant', content },
    { role: 'tool', content: [result('c1'), result('c2')] },
  ]
  expect(await contentOf(messages, 'anthropic.messages/claude-sonnet-4-5')).toEqual(content)
})

describe('the called provider decides the form of reasoning (W6)', () => {
  const thought = { type: 'reasoning', text: 'Hm.' }
  test.each([
    'groq.chat/openai/gpt-oss-120b',
    'ollama.chat/gpt-oss:20b',
    'litellm.chat/claude-sonnet-4-5',
    'litellm.chat/gemini-3-pro',
    'gpt-oss-120b',
  ])('%s gets plain thoughts back', async model => {
    const messages = [
      hello,
      { role: 'assistant', content: [thought, call('c1')] },
      { role: 'tool', content: [result('c1')] },
    ]
    expect(await contentOf(messages, model)).toEqual([thought, call('c1')])
  })

  test.each([
    'amazon-bedrock/openai.gpt-oss-120b-1:0',
    'openrouter/anthropic/claude-sonnet-4.5',
    'openrouter.chat/openai/gpt-5',
  ])('%s gets no thoughts that its package drops', async model => {
    const messages = [
      hello,
      { role: 'assistant', content: [thought, call('c1')] },
      { role: 'tool', content: [result('c1')] },
    ]
    expect(await contentOf(messages, model)).toEqual([call('c1')])
  })

  test.each([
    ['litellm.chat/claude-sonnet-4-5', 200_000],
    ['openrouter/openai/gpt-4.1', 1_047_576],
  ])('%s keeps the limits of the model', async (model, window) => {
    const { tokens } = await compile(fromAISDK([hello], { model }), { target: 'ai-sdk', model })
    expect(tokens.limit).toBeGreaterThan(window / 2)
    expect(tokens.limit).toBeLessThanOrEqual(window)
  })

  test('a gateway passes signed thinking on to the vendor', async () => {
    expect(
      await contentOf(
        [hello, { role: 'assistant', content: [thought, { type: 'text', text: 'So.' }] }, hello],
        'gateway/anthropic/claude-sonnet-4-5',
      ),
    ).toBe('So.')
  })
})

describe('an unknown model gets back its own reasoning (W5)', () => {
  const sealed = (name: string): object => ({
    type: 'reasoning',
    text: 'Hm.',
    providerOptions: { [name]: { itemId: 'rs_1', reasoningEncryptedContent: 'AAAA' } },
  })
  test.each([
    'azure.responses/my-deployment',
    'openai.responses/gpt-6',
    'openai.responses/o5',
    'openai.responses/gpt-5-mini-prod',
  ])('%s', async model => {
    const thought = sealed(model.startsWith('azure') ? 'azure' : 'openai')
    const messages = [
      hello,
      { role: 'assistant', content: [thought, call('c1')] },
      { role: 'tool', content: [result('c1')] },
    ]
    const { request, diagnostics } = await compile(fromAISDK(messages, { model }), {
      target: 'ai-sdk',
      model,
    })
    expect(request?.messages[1]?.content).toEqual([thought, call('c1')])
    expect(diagnostics.map(({ code }) => code)).not.toContain('CX7007')
  })
})

test('the input of a custom tool stays text (W7)', async () => {
  const model = 'openai.responses/gpt-5.4'
  const raw = { ...call('c1'), toolName: 'grep', input: 'raw {words' }
  const messages = [
    hello,
    { role: 'assistant', content: [raw] },
    { role: 'tool', content: [{ ...result('c1'), toolName: 'grep' }] },
  ]
  const grep = { type: 'provider', id: 'openai.custom', args: {} }
  const compiled = await compile(fromAISDK({ messages, tools: { grep } }, { model }), {
    target: 'ai-sdk',
    model,
  })
  expect(compiled.request?.messages[1]?.content).toEqual([raw])
  expect(compiled.diagnostics).toEqual([])
  // Elsewhere it has the form that such a call has there.
  const chat = await compile(fromAISDK({ messages, tools: { grep } }, { model }), {
    target: 'anthropic',
    model: 'claude-sonnet-4-5',
  })
  expect(JSON.stringify(chat.request)).toContain('{"input":"raw {words"}')
  expect(chat.diagnostics.map(({ code }) => code)).not.toContain('CX3004')
})

describe('a half of a provider tool (O5)', () => {
  const own = {
    type: 'tool-call',
    toolCallId: 'x1',
    toolName: 'shell',
    input: {},
    providerExecuted: true,
    providerOptions: { openai: { itemId: 'sh_1' } },
  }
  const output = {
    type: 'tool-result',
    toolCallId: 'x1',
    toolName: 'shell',
    output: { type: 'json', value: { output: [] } },
  }
  const messages = [
    hello,
    { role: 'assistant', content: [own, output, { type: 'text', text: 'So.' }] },
    hello,
  ]

  test('belongs to the provider of its call if the result names none', async () => {
    const model = 'openai.responses/gpt-5.4'
    const compiled = await compile(fromAISDK(messages), { target: 'ai-sdk', model })
    expect(compiled.request?.messages[1]?.content).toEqual([own, output, { type: 'text', text: 'So.' }])
  })

  test('is dropped without its call', async () => {
    const model = 'anthropic.messages/claude-sonnet-4-5'
    const compiled = await compile(fromAISDK(messages, { model }), { target: 'ai-sdk', model })
    const parts = compiled.request?.messages[1]?.content
    expect(JSON.stringify(parts)).not.toMatch(/"type":"tool-(call|result)"/)
    expect(compiled.diagnostics.map(({ code }) => code)).toContain('CX7008')
  })
})
