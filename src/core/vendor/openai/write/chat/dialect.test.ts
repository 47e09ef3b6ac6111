import { expect, test } from 'vitest'
import { fromAnthropic, fromGemini, fromOpenAI } from '../../../../../from.ts'
import { fakeProvider } from '../../../../../testing/index.ts'
import { compile } from '../../../../compile/compile.ts'

const user = { role: 'user', content: 'Weather?' }
const fn = { name: 'weather', arguments: '{}' }
const call = (fields: object = {}, id = 'call_1') => ({ id, type: 'function', function: fn, ...fields })
const result = (id = 'call_1') => ({ role: 'tool', tool_call_id: id, content: 'Sunny.' })
const talk = (fields: object, callFields: object = {}, id = 'call_1') => [
  user,
  { role: 'assistant', content: null, tool_calls: [call(callFields, id)], ...fields },
  result(id),
]

const thinking = { type: 'thinking', thinking: 'Look it up.', signature: 'c2ln' }
const details = [
  { type: 'reasoning.text', text: 'Look it up.', signature: 'c2ln', format: 'anthropic-claude-v1', index: 0 },
  { type: 'reasoning.encrypted', data: 'cmVk', format: 'anthropic-claude-v1', index: 1 },
]
const googled = { extra_content: { google: { thought_signature: 'c2ln' } } }

const dialects: readonly (readonly [name: string, model: string, messages: object[]])[] = [
  ['reasoning_content (H8)', 'deepseek-reasoner', talk({ reasoning_content: 'I think hard.' })],
  ['reasoning_content of Kimi', 'kimi-k2.6', talk({ reasoning_content: 'I think hard.' })],
  ['reasoning of gpt-oss (W6)', 'openai/gpt-oss-120b', talk({ reasoning: 'hm' })],
  [
    'reasoning_details',
    'anthropic/claude-sonnet-4.5',
    talk({ reasoning: 'Look it up.', reasoning_details: details }),
  ],
  ['extra_content', 'gemini-3.5-flash', talk({}, googled)],
  [
    'thinking_blocks (O15)',
    'anthropic/claude-sonnet-4-5',
    talk({ reasoning_content: 'Look it up.', thinking_blocks: [thinking] }),
  ],
  [
    'provider_specific_fields (O15)',
    'gemini/gemini-3-pro-preview',
    talk(
      { provider_specific_fields: { refusal: null } },
      { provider_specific_fields: { thought_signature: 'c2ln' } },
    ),
  ],
  [
    "a signature in a call's id",
    'gemini/gemini-3-pro-preview',
    talk({}, {}, `call_0123456789abcdef0123456789abcdef__thought__${'c2ln'.repeat(20)}`),
  ],
  [
    'thinking as a piece of content',
    'magistral-medium-latest',
    [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
          { type: 'text', text: 'Sunny.' },
        ],
      },
      user,
    ],
  ],
  [
    'cache_control',
    'anthropic/claude-opus-4.1',
    [
      { role: 'system', content: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }] },
      {
        role: 'user',
        content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral', ttl: '1h' } }],
      },
    ],
  ],
  [
    'fields that no table knows',
    'house-model',
    [
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'https://x.org/a.png', min_pixels: 5 }, fps: 2 },
          { type: 'video_url', video_url: { url: 'https://x.org/a.mp4' } },
        ],
        priority: 3,
      },
      {
        role: 'assistant',
        content: 'Seen.',
        prefix: true,
        tool_calls: [{ id: 'call_1', index: 0, type: 'function', function: { ...fn, parsed: { a: 1 } } }],
      },
      { ...result(), name: 'weather', status: 'ok' },
    ],
  ],
]

test.each(dialects)('%s is sent back (O3)', async (_name, model, messages) => {
  for (const [given, options] of [
    [messages, { model, target: 'openai-chat' }],
    [{ model, messages }, {}],
  ] as const) {
    const { ok, request, diagnostics, tokens, map } = await compile(
      fromOpenAI(given as never),
      options as never,
    )
    expect(ok).toBe(true)
    expect((request as { messages: unknown }).messages).toEqual(messages)
    expect(diagnostics.filter(({ code }) => !/^CX(4002|7003|7009)$/.test(code))).toEqual([])
    expect(tokens.max).toBeGreaterThan(JSON.stringify(messages).length / 10)
    expect(map.length).toBeGreaterThan(0)
  }
})

test("OpenAI's own API gets no field of a dialect, and each is reported (O3)", async () => {
  const messages = [
    { ...user, priority: 3 },
    ...talk({ reasoning_content: 'I think hard.', prefix: true }, googled).slice(1),
  ]
  const { request, diagnostics } = await compile(fromOpenAI(messages), { model: 'gpt-5.4' })
  expect(request?.messages).toEqual([user, ...talk({}).slice(1)])
  expect(diagnostics.map(({ code, data }) => [code, data.fields ?? data.why])).toEqual([
    ['CX7019', ['priority']],
    ['CX7007', 'no form to replay'],
    ['CX7019', ['prefix']],
    ['CX7007', 'other provider'],
  ])
  expect(fakeProvider('openai-chat').violations(request)).toEqual([])
})

test('dialect fields that are sent back are counted', async () => {
  const count = async (thought: string) =>
    (
      await compile(fromOpenAI(talk({ reasoning_content: thought })), {
        model: 'deepseek-reasoner',
        target: 'openai-chat',
      })
    ).tokens.max
  expect((await count('one two three '.repeat(1000))) - (await count('hm'))).toBeGreaterThan(3000)
})

test('DeepSeek V4 gets reasoning_content in every answer, empty without a thought', async () => {
  const messages = [user, { role: 'assistant', content: 'Hi.' }, user]
  const { request } = await compile(fromOpenAI(messages), { model: 'deepseek-v4-pro', target: 'openai-chat' })
  expect(request?.messages[1]).toEqual({ role: 'assistant', content: 'Hi.', reasoning_content: '' })
})

test("a signature of Gemini's OpenAI endpoint moves to its own API, and back (O3, O15)", async () => {
  for (const messages of [
    talk({}, googled),
    talk({}, { provider_specific_fields: { thought_signature: 'c2ln' } }),
    talk({}, {}, 'call_1__thought__c2ln'),
    talk({
      reasoning_details: [
        { type: 'reasoning.encrypted', data: 'c2ln', id: 'call_1', format: 'google-gemini-v1' },
      ],
    }),
  ]) {
    const { request } = await compile(fromOpenAI(messages), { model: 'gemini-3.5-flash', target: 'gemini' })
    expect(JSON.stringify(request)).toContain('"thoughtSignature":"c2ln"')
    expect(JSON.stringify(request)).not.toContain('skip_thought')
  }
  const contents = [
    { role: 'user', parts: [{ text: 'Weather?' }] },
    { role: 'model', parts: [{ functionCall: { name: 'weather', args: {} }, thoughtSignature: 'c2ln' }] },
    { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { output: 'Sunny.' } } }] },
  ]
  const { request, diagnostics } = await compile(fromGemini(contents), {
    model: 'gemini-3.5-flash',
    target: 'openai-chat',
  })
  expect(request?.messages[1]).toMatchObject({ tool_calls: [googled] })
  expect(diagnostics.filter(({ code }) => code === 'CX7007')).toEqual([])
})

test('an unsigned call gets a stand-in at the OpenAI endpoint of Gemini 3', async () => {
  const { request } = await compile(fromOpenAI(talk({})), {
    model: 'gemini-3.5-flash',
    target: 'openai-chat',
  })
  expect(request?.messages[1]).toMatchObject({
    tool_calls: [{ extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } }],
  })
})

test.each([
  ['thinking_blocks', { reasoning_content: 'Look it up.', thinking_blocks: [thinking] }],
  ['reasoning_details', { reasoning: 'Look it up.', reasoning_details: details.slice(0, 1) }],
])('%s of Claude become thinking on its own API (O15)', async (_name, fields) => {
  const { request, diagnostics } = await compile(
    fromOpenAI({ model: 'anthropic/claude-sonnet-4.5', messages: talk(fields) }),
    { target: 'anthropic' },
  )
  expect(request?.messages[1]).toMatchObject({
    role: 'assistant',
    content: [thinking, { type: 'tool_use', id: 'call_1' }],
  })
  expect(diagnostics.filter(({ code }) => /^CX(7007|7019)$/.test(code))).toEqual([])
})

test('encrypted reasoning of OpenRouter becomes a reasoning item of Responses', async () => {
  const reasoning = [
    { type: 'reasoning.summary', summary: 'Look.', id: 'rs_1', format: 'openai-responses-v1', index: 0 },
    { type: 'reasoning.encrypted', data: 'ZW5j', id: 'rs_1', format: 'openai-responses-v1', index: 0 },
  ]
  const messages = talk({ reasoning: 'Look.', reasoning_details: reasoning })
  const { request } = await compile(fromOpenAI({ model: 'openai/gpt-5.4', messages }), { target: 'openai' })
  expect(request?.input).toContainEqual({
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'Look.' }],
    encrypted_content: 'ZW5j',
  })
})

test('words of reasoning that no sealed item holds are reported where only sealed items are sent', async () => {
  const of = 'openai-responses-v1'
  const sealed = ['rs_1', 'rs_2'].map(id => ({ type: 'reasoning.encrypted', data: 'ZW5j', id, format: of }))
  const told = { type: 'reasoning.summary', summary: 'Look.', id: 'rs_9', format: of }
  const unsigned = { type: 'reasoning.text', text: 'Look.', format: 'anthropic-claude-v1' }
  for (const [model, target, given] of [
    ['openai/gpt-5.4', 'openai', [told, ...sealed]],
    ['anthropic/claude-sonnet-4.5', 'anthropic', [...details, unsigned]],
  ] as const) {
    const messages = talk({ reasoning_details: given })
    const { request, diagnostics } = await compile(fromOpenAI({ model, messages }), { target })
    expect(JSON.stringify(request)).not.toContain('Look.')
    expect(diagnostics.find(({ code }) => code === 'CX7007')?.data).toMatchObject({ count: 1 })
    const same = await compile(fromOpenAI({ model, messages }), { target: 'openai-chat' })
    expect(same.request?.messages[1]).toMatchObject({ reasoning_details: given })
  }
})

test('reasoning is sent to no other vendor, and reported', async () => {
  const given = { model: 'deepseek-reasoner', messages: talk({ reasoning_content: 'I think hard.' }) }
  for (const [model, target] of [
    ['kimi-k2.6', 'openai-chat'],
    ['claude-sonnet-5', 'anthropic'],
    ['gemini-3.5-flash', 'gemini'],
  ] as const) {
    const { request, diagnostics } = await compile(fromOpenAI(given), { model, target })
    expect(JSON.stringify(request)).not.toContain('I think hard.')
    expect(diagnostics.map(({ code }) => code)).toContain('CX7007')
  }
})

test('cache marks of Chat reach Anthropic, and no input field replaces a compiled one', async () => {
  const mark = { type: 'ephemeral' }
  const marked = [{ role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: mark }] }]
  const { request } = await compile(fromOpenAI(marked), { model: 'claude-sonnet-5' })
  expect(request?.messages[0]).toMatchObject({ content: [{ type: 'text', text: 'Hi', cache_control: mark }] })
  const { request: back } = await compile(
    fromAnthropic([{ role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: mark }] }]),
    { model: 'anthropic/claude-sonnet-5', target: 'openai-chat' },
  )
  expect(back?.messages[0]).toMatchObject({ content: [{ type: 'text', text: 'Hi', cache_control: mark }] })
})

test('calls in a system message are not sent, and reported: only an answer has calls', async () => {
  const system = { role: 'system', content: 'Help.', tool_calls: { constructor: 1 }, note: 'kept' }
  const { request, diagnostics } = await compile(fromOpenAI([system, user]), {
    model: 'deepseek-chat',
    target: 'openai-chat',
    budget: 1_000,
  })
  expect(request?.messages[0]).toEqual({ role: 'system', content: 'Help.', note: 'kept' })
  expect(diagnostics.find(({ code }) => code === 'CX7019')?.data.fields).toEqual(['tool_calls'])
})
