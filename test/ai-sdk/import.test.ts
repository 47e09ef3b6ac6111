// Import of the AI SDK's own messages, of every version, without a loss.
import { convertToModelMessages, type ModelMessage, type UIMessage } from 'ai'
import { type Compiled, compile } from 'ctxc'
import { fromAISDK, importConversation } from 'ctxc/from'
import type { AISDKRequest } from 'ctxc/target/ai-sdk'
import { fakeProvider } from 'ctxc/testing'
import { describe, expect, test } from 'vitest'

const compileFor = (input: object, model: string): Promise<Compiled<AISDKRequest>> =>
  compile(fromAISDK(input as never, { model }), { target: 'ai-sdk', model })

const hello = { role: 'user', content: 'Hi' }
const call = { type: 'tool-call', toolCallId: 'call_1', toolName: 'weather', input: { city: 'Paris' } }
const tools = {
  weather: { description: 'The weather.', inputSchema: { jsonSchema: { type: 'object', properties: {} } } },
}

/** Messages that must come out as they went in. */
const same: readonly (readonly [string, string, readonly object[]])[] = [
  ['words', 'gpt-5.4', [hello, { role: 'assistant', content: 'Hello.' }, hello]],
  [
    'a call and its result, as text, data and denial',
    'gpt-5.4',
    [
      hello,
      {
        role: 'assistant',
        content: [call, { ...call, toolCallId: 'call_2' }, { ...call, toolCallId: 'call_3' }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'call_1',
            toolName: 'weather',
            output: { type: 'text', value: 'sunny' },
          },
          {
            type: 'tool-result',
            toolCallId: 'call_2',
            toolName: 'weather',
            output: { type: 'json', value: { sky: [1, null] } },
          },
          {
            type: 'tool-result',
            toolCallId: 'call_3',
            toolName: 'weather',
            output: { type: 'execution-denied', reason: 'Too dear.' },
          },
        ],
      },
    ],
  ],
  [
    'reasoning and item ids of OpenAI',
    'gpt-5.4',
    [
      hello,
      {
        role: 'assistant',
        content: [
          {
            type: 'reasoning',
            text: 'Hm.',
            providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: null } },
          },
          {
            type: 'reasoning',
            text: 'So.',
            providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: null } },
          },
          {
            type: 'text',
            text: 'Sunny.',
            providerOptions: { openai: { itemId: 'msg_1', phase: 'final_answer' } },
          },
        ],
      },
      hello,
    ],
  ],
  [
    'thinking, signed and redacted, and cache marks of Anthropic',
    'claude-sonnet-4-5',
    [
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: 'Hi',
            providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
          },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'AAAA' } } },
          { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: 'BBBB' } } },
          { type: 'text', text: 'Sunny.' },
        ],
      },
      { ...hello, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
    ],
  ],
  [
    "Anthropic's own search, with its result in the answer",
    'claude-sonnet-4-5',
    [
      hello,
      {
        role: 'assistant',
        content: [
          { ...call, toolCallId: 'srvtoolu_1', toolName: 'web_search', providerExecuted: true },
          {
            type: 'tool-result',
            toolCallId: 'srvtoolu_1',
            toolName: 'web_search',
            output: { type: 'json', value: [] },
          },
          { type: 'text', text: 'Nothing found.' },
        ],
      },
      hello,
    ],
  ],
  [
    'signed calls and words of Gemini',
    'gemini-3-pro-preview',
    [
      hello,
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me look.', providerOptions: { google: { thoughtSignature: 'AAAA' } } },
          { ...call, providerOptions: { google: { thoughtSignature: 'BBBB' } } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'call_1',
            toolName: 'weather',
            output: { type: 'text', value: 'sunny' },
          },
        ],
      },
    ],
  ],
  [
    'files',
    'claude-sonnet-4-5',
    [
      {
        role: 'user',
        content: [
          { type: 'file', data: 'iVBORw0KGgoAAAAN', mediaType: 'image/png' },
          { type: 'file', data: 'https://x.org/a.pdf', mediaType: 'application/pdf', filename: 'a.pdf' },
          { type: 'file', data: { type: 'text', text: 'words' }, mediaType: 'text/plain' },
          {
            type: 'file',
            data: { type: 'reference', reference: { anthropic: 'file_1' } },
            mediaType: 'image/*',
          },
        ],
      },
    ],
  ],
  [
    'a call that was just allowed, for the AI SDK to run',
    'gpt-5.4',
    [
      hello,
      {
        role: 'assistant',
        content: [call, { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'call_1' }],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }] },
    ],
  ],
  [
    'a call that was allowed and run',
    'gpt-5.4',
    [
      hello,
      {
        role: 'assistant',
        content: [call, { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'call_1' }],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-approval-response', approvalId: 'a1', approved: true },
          {
            type: 'tool-result',
            toolCallId: 'call_1',
            toolName: 'weather',
            output: { type: 'text', value: 'sunny' },
          },
        ],
      },
      { role: 'assistant', content: 'Sunny.' },
      hello,
    ],
  ],
]

describe('a round trip through ctxc', () => {
  test.each(same)('keeps %s', async (_name, model, messages) => {
    const { request } = await compileFor({ messages, tools, system: 'You help.' }, model)
    expect(request?.messages).toEqual(messages)
    expect(request?.system).toBe('You help.')
    expect(request?.tools).toEqual(tools)
    expect(fakeProvider('ai-sdk').violations({ ...request, model })).toEqual([])
  })

  test('restores options of generateText in their own spelling', async () => {
    const options = {
      maxOutputTokens: 500,
      temperature: 0.5,
      topP: 0.9,
      stopSequences: ['END'],
      seed: 7,
      toolChoice: { type: 'tool', toolName: 'weather' },
      reasoning: 'high',
      providerOptions: { openai: { store: false } },
      tools,
    }
    const { request } = await compileFor({ messages: [hello], ...options }, 'gpt-4.1')
    expect(request).toEqual({ messages: [hello], ...options })
  })

  test('keeps the function of a tool, and its own schema checks the input', async () => {
    const execute = async (): Promise<string> => 'sunny'
    const validate = (value: unknown) => ({ success: true as const, value: { checked: value } })
    const own = {
      weather: { inputSchema: { jsonSchema: { type: 'object', properties: {} }, validate }, execute },
    }
    const { request } = await compileFor({ messages: [hello], tools: own }, 'gpt-5.4')
    const sent = request?.tools?.weather as unknown as typeof own.weather
    expect(sent.execute).toBe(execute)
    expect(sent.inputSchema.validate(1)).toEqual({ success: true, value: { checked: 1 } })
  })
})

test('returns thoughts only to the provider that made them', async () => {
  const thought = { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'AAAA' } } }
  const messages = [hello, { role: 'assistant', content: [thought, { type: 'text', text: 'Sunny.' }] }, hello]
  for (const [model, kept] of [
    ['claude-sonnet-4-5', true],
    ['gpt-5.4', false],
    ['gemini-3-pro', false],
  ] as const) {
    const { request, diagnostics } = await compileFor({ messages }, model)
    expect(JSON.stringify(request).includes('AAAA'), model).toBe(kept)
    expect(diagnostics.some(({ code }) => code === 'CX7007')).toBe(!kept)
  }
  const made = fromAISDK(messages, { model: 'claude-opus-5-5' })
  const other = await compile(made, { target: 'ai-sdk', model: 'claude-sonnet-4-5' })
  expect(JSON.stringify(other.request)).not.toContain('AAAA')
})

test("returns a signature on a call or on text only to the model's own family", async () => {
  const google = { google: { thoughtSignature: 'AAAA' } }
  const messages = [
    hello,
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.', providerOptions: google },
        { ...call, providerOptions: google },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call_1',
          toolName: 'weather',
          output: { type: 'text', value: 'sunny' },
        },
      ],
    },
  ]
  for (const [model, kept] of [
    ['gemini-3-pro', true],
    ['google.generative-ai/gemini-3-pro', true],
    ['gemini-2.5-flash', false],
  ] as const) {
    const made = fromAISDK(messages, { model: 'gemini-3-pro' })
    const { request } = await compile(made, { target: 'ai-sdk', model })
    expect(JSON.stringify(request).includes('AAAA'), model).toBe(kept)
  }
})

test("sends a thought in its vendor's form as the AI SDK holds it", async () => {
  const { fromAnthropic, fromOpenAIResponses } = await import('ctxc/from')
  const claude = fromAnthropic(
    [
      hello,
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'AAAA' },
          { type: 'text', text: 'So.' },
        ],
      },
      hello,
    ],
    { model: 'claude-sonnet-4-5' },
  )
  const { request } = await compile(claude, { target: 'ai-sdk', model: 'claude-sonnet-4-5' })
  expect(request?.messages[1]?.content).toEqual([
    { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'AAAA' } } },
    { type: 'text', text: 'So.' },
  ])
  const gpt = fromOpenAIResponses(
    [
      hello,
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'Hm.' }],
        encrypted_content: 'AAAA',
      },
      { role: 'assistant', content: 'So.' },
      hello,
    ],
    { model: 'gpt-5.4' },
  )
  const sent = await compile(gpt, { target: 'ai-sdk', model: 'gpt-5.4' })
  expect(sent.request?.messages[1]?.content).toMatchObject([
    { type: 'reasoning', text: 'Hm.', providerOptions: { openai: { reasoningEncryptedContent: 'AAAA' } } },
    { type: 'text', text: 'So.' },
  ])
})

test('reads messages of the first versions', async () => {
  const messages = [
    { role: 'system', content: 'You help.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'image', image: new Uint8Array([1, 2, 3]), mimeType: 'image/png' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.', signature: 'AAAA' },
        { type: 'redacted-reasoning', data: 'BBBB' },
        { type: 'tool-call', toolCallId: 'call_1', toolName: 'weather', args: { city: 'Paris' } },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call_1',
          toolName: 'weather',
          result: { sky: 'clear' },
          isError: true,
        },
      ],
    },
  ]
  const { request } = await compileFor({ messages, tools }, 'claude-sonnet-4-5')
  expect(request).toMatchObject({
    system: 'You help.',
    messages: [
      { content: [{ text: 'Look.' }, { type: 'file', data: 'AQID', mediaType: 'image/png' }] },
      {
        content: [
          { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'AAAA' } } },
          { type: 'reasoning', providerOptions: { anthropic: { redactedData: 'BBBB' } } },
          { type: 'tool-call', input: { city: 'Paris' } },
        ],
      },
      { content: [{ output: { type: 'error-json', value: { sky: 'clear' } } }] },
    ],
  })
})

describe('messages of a chat', () => {
  const shown: UIMessage[] = [
    { id: '1', role: 'system', parts: [{ type: 'text', text: 'You help.' }] },
    {
      id: '2',
      role: 'user',
      parts: [
        { type: 'text', text: 'What is the weather?' },
        { type: 'file', mediaType: 'image/png', url: 'https://x.org/a.png' },
      ],
    },
    {
      id: '3',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'reasoning', text: 'Hm.', providerMetadata: { anthropic: { signature: 'AAAA' } } },
        { type: 'text', text: 'I look.' },
        {
          type: 'tool-weather',
          toolCallId: 'call_1',
          state: 'output-available',
          input: { city: 'Paris' },
          output: 'sunny',
        },
        {
          type: 'dynamic-tool',
          toolName: 'news',
          toolCallId: 'call_2',
          state: 'output-error',
          input: {},
          errorText: 'Down.',
        },
        { type: 'step-start' },
        { type: 'source-url', sourceId: 's1', url: 'https://x.org' },
        { type: 'text', text: 'Sunny.' },
      ],
    },
    { id: '4', role: 'user', parts: [{ type: 'text', text: 'Thanks.' }] },
  ]

  test('are converted as by the AI SDK itself', async () => {
    const model = 'claude-sonnet-4-5'
    const trusted = fromAISDK(shown, { model, allowSystemInMessages: true })
    const own = await compile(trusted, { target: 'ai-sdk', model })
    const theirs = await compileFor({ messages: await convertToModelMessages(shown) }, model)
    expect(own.request?.messages).toHaveLength(5)
    expect(own.request).toEqual(theirs.request)
  })

  test.each([
    ['input-streaming', []],
    ['input-available', ['tool-call']],
    ['approval-requested', ['tool-call', 'tool-approval-request']],
    ['output-denied', ['tool-call', 'tool-approval-request']],
  ])('include a call in the state %s', async (state, expected) => {
    const part = {
      type: 'tool-weather',
      toolCallId: 'call_1',
      state,
      input: {},
      approval: { id: 'a1', approved: state === 'output-denied' ? false : undefined },
    }
    if (!state.startsWith('approval') && state !== 'output-denied')
      Object.assign(part, { approval: undefined })
    const messages = [
      { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', parts: [part] },
    ]
    const { request } = await compileFor({ messages, tools }, 'gpt-5.4')
    const content = (request?.messages[1]?.content ?? []) as readonly { type: string }[]
    expect(content.map(({ type }) => type)).toEqual(expected)
    expect(fakeProvider('ai-sdk').violations({ ...request, model: 'gpt-5.4' })).toEqual([])
  })

  test('keep an approved call waiting for the AI SDK to run it', async () => {
    const part = {
      type: 'tool-weather',
      toolCallId: 'call_1',
      state: 'approval-responded',
      input: {},
      approval: { id: 'a1', approved: true },
    }
    const messages = [
      { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', parts: [part] },
    ]
    const { request } = await compileFor({ messages, tools }, 'gpt-5.4')
    expect(request?.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: [{ type: 'tool-call' }, { type: 'tool-approval-request' }] },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }] },
    ])
    expect(fakeProvider('ai-sdk').violations({ ...request, model: 'gpt-5.4' })).toEqual([])
  })

  test('are read in version 4', async () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: 'Sunny.',
        parts: [
          { type: 'step-start' },
          {
            type: 'tool-invocation',
            toolInvocation: {
              state: 'result',
              toolCallId: 'call_1',
              toolName: 'weather',
              args: {},
              result: 'sunny',
            },
          },
          { type: 'text', text: 'Sunny.' },
        ],
      },
      hello,
    ]
    const { request } = await compileFor({ messages, tools }, 'gpt-5.4')
    expect(request?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ])
  })
})

describe('importConversation', () => {
  const known: readonly (readonly [string, unknown])[] = [
    ['model messages', [hello, { role: 'assistant', content: [call] }]],
    ['messages of a chat', [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }]],
    ['options of generateText', { system: 'You help.', messages: [hello], tools }],
    ['call options of a model', { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] }],
    ['provider options', [{ ...hello, providerOptions: {} }]],
  ]
  test.each(known)('recognizes %s', (_name, json) => {
    expect(importConversation(json)?.format).toBe('ai-sdk')
  })
})

test('chooses the AI SDK as the target of its messages, for a model of any vendor', async () => {
  const messages: ModelMessage[] = [{ role: 'user', content: 'Hi' }]
  for (const model of ['gpt-5.4', 'claude-sonnet-5', 'gemini-3-pro', 'mistral-large']) {
    const { target, ok } = await compile(fromAISDK(messages), { model })
    expect([target, ok]).toEqual(['ai-sdk', true])
  }
})
