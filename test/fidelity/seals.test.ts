import { expect, test } from 'vitest'
import type { Conversation } from '../../src/core/from/conversation.ts'
import { fromAISDK } from '../../src/core/vendor/ai-sdk/read/ai-sdk.ts'
import { fromAnthropic, fromGemini, fromOpenAI, fromOpenAIResponses } from '../../src/from.ts'
import { compile } from '../../src/index.ts'

const broken = { v: 1 }
const user = { role: 'user', content: 'q' }
const next = { role: 'user', content: 'next' }
const message = (id: string) => ({
  type: 'message',
  id,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'a', annotations: [] }],
})
const responses = (...items: object[]) =>
  fromOpenAIResponses({ model: 'gpt-5.4', input: [user, ...items, message('msg_1'), next] })
const chat = (model: string, fields: object) =>
  fromOpenAI({ model, messages: [user, { role: 'assistant', content: 'a', ...fields }, next] })
const claude = (block: object) =>
  fromAnthropic({
    model: 'claude-sonnet-4-5',
    max_tokens: 4_000,
    thinking: { type: 'enabled', budget_tokens: 1_024 },
    messages: [user, { role: 'assistant', content: [block, { type: 'text', text: 'a' }] }, next],
  } as never)
const sdk = (model: string, providerOptions: object) =>
  [
    fromAISDK([
      user,
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 't', providerOptions },
          { type: 'text', text: 'a' },
        ],
      },
      next,
    ] as never),
    { model, target: 'ai-sdk' } as const,
  ] as const

const cases: Readonly<Record<string, readonly [Conversation, object?]>> = {
  'a reasoning item of Responses with an id': [
    responses({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: broken }),
  ],
  'a reasoning item of Responses with a number': [
    responses({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 7 }),
  ],
  'an item of a server tool of Responses': [
    responses({ type: 'tool_search_output', id: 'tso_1', tools: [], encrypted_content: broken }),
  ],
  'a thinking block': [claude({ type: 'thinking', thinking: 't', signature: broken })],
  'a redacted thinking block': [claude({ type: 'redacted_thinking', data: broken })],
  'a compaction of Claude': [claude({ type: 'compaction', content: 'c', signature: broken })],
  'a part of Gemini': [
    fromGemini({
      model: 'gemini-3-pro-preview',
      contents: [
        { role: 'user', parts: [{ text: 'q' }] },
        { role: 'model', parts: [{ text: 't', thought: true, thoughtSignature: broken }, { text: 'a' }] },
        { role: 'user', parts: [{ text: 'next' }] },
      ],
    } as never),
  ],
  'thinking blocks of LiteLLM': [
    chat('claude-sonnet-4-5', { thinking_blocks: [{ type: 'thinking', thinking: 't', signature: broken }] }),
    { target: 'openai-chat' },
  ],
  'reasoning details of OpenRouter': [
    chat('deepseek-v4', { reasoning_details: [{ type: 'reasoning.encrypted', data: broken }] }),
    { target: 'openai-chat' },
  ],
  'a signed call of a dialect': [
    chat('gemini-3-pro-preview', {
      tool_calls: [
        {
          id: 'c1',
          type: 'function',
          function: { name: 'f', arguments: '{}' },
          extra_content: { google: { thought_signature: broken } },
        },
      ],
    }),
    { target: 'openai-chat' },
  ],
  'reasoning of the AI SDK for OpenAI': sdk('gpt-5.4', {
    openai: { itemId: 'rs_1', reasoningEncryptedContent: broken },
  }),
  'reasoning of the AI SDK for Claude': sdk('claude-sonnet-4-5', { anthropic: { signature: broken } }),
}

test.each(Object.entries(cases))('%s whose sealed content is not text is dropped', async (_, given) => {
  const [conversation, options = {}] = given
  const { ok, request, diagnostics } = await compile(conversation, options)
  expect(ok).toBe(true)
  expect(JSON.stringify(request)).not.toMatch(/"v":1|:7[,}]/)
  const said = diagnostics.filter(({ code }) => /CX700[78]|CX7019/.test(code))
  expect(said.length).toBeGreaterThan(0)
})

test('a property named like a sealed field in a schema of a server item is no seal', async () => {
  const listed = {
    type: 'mcp_list_tools',
    id: 'mcpl_1',
    server_label: 's',
    tools: [
      { name: 'sign', input_schema: { type: 'object', properties: { signature: { type: 'string' } } } },
    ],
  }
  const { request } = await compile(responses(listed), { target: 'openai' })
  expect(request?.input[1]).toEqual(listed)
})

test('a compaction without sealed content is sent as its summary', async () => {
  const { request, diagnostics } = await compile(
    responses({ type: 'compaction', id: 'cmp_1', summary: 'We decided on a dam.' }),
    { target: 'openai' },
  )
  expect(JSON.stringify(request)).toContain('We decided on a dam.')
  expect(diagnostics).toMatchObject([
    { code: 'CX7008', data: { fate: 'sent as text', why: 'no sealed content' } },
  ])
})

test.each(['openai-chat', 'anthropic', 'gemini', 'text', 'ai-sdk'] as const)(
  'references and sealed items of OpenAI are no words of a user on %s',
  async target => {
    const model = {
      'openai-chat': 'gpt-5.4',
      anthropic: 'claude-sonnet-5',
      gemini: 'gemini-3-pro-preview',
      text: 'mistral-small',
      'ai-sdk': 'claude-sonnet-5',
    }
    const conversation = fromOpenAIResponses([
      user,
      { type: 'item_reference', id: 'msg_9' },
      { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAA' },
      next,
    ])
    const { request, diagnostics } = await compile(conversation, { target, model: model[target] })
    expect(JSON.stringify(request)).not.toMatch(/item_reference|compaction|msg_9|cmp_1/)
    const dropped = diagnostics.filter(({ code, data }) => code === 'CX7008' && data.fate === 'dropped')
    expect(dropped.map(({ data }) => data.type).toSorted()).toEqual(['compaction', 'item_reference'])
  },
)

test('a readable compaction of Claude is text for another provider', async () => {
  const { request } = await compile(
    claude({ type: 'compaction', content: 'Ada asked.', signature: 'c2ln' }),
    {
      model: 'gpt-5.4',
      target: 'openai',
    },
  )
  expect(JSON.stringify(request)).toContain('"Ada asked."')
})

test('a result of a tool search keeps only the references to declared tools', async () => {
  const reference = (tool_name: string) => ({ type: 'tool_reference', tool_name })
  const search = { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' }
  const conversation = fromAnthropic({
    model: 'claude-sonnet-5',
    max_tokens: 99,
    tools: [search, { name: 'mine', input_schema: { type: 'object' }, defer_loading: true }],
    messages: [
      user,
      {
        role: 'assistant',
        content: [
          {
            type: 'server_tool_use',
            id: 'srvtoolu_1',
            name: 'tool_search_tool_regex',
            input: { query: 'x' },
          },
          {
            type: 'tool_search_tool_result',
            tool_use_id: 'srvtoolu_1',
            content: {
              type: 'tool_search_tool_search_result',
              tool_references: [reference('gone'), reference('mine')],
            },
          },
          { type: 'text', text: 'a' },
        ],
      },
      next,
    ],
  } as never)
  const { request, diagnostics } = await compile(conversation, { target: 'anthropic' })
  expect(JSON.stringify(request)).not.toContain('gone')
  expect(JSON.stringify(request)).toContain(JSON.stringify([reference('mine')]))
  expect(diagnostics).toMatchObject([
    { code: 'CX7008', data: { type: 'tool_reference', why: 'undeclared tool', fate: 'dropped' } },
  ])
})
