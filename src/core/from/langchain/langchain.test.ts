import {
  AIMessage,
  AIMessageChunk,
  ChatMessage,
  FunctionMessage,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { compile, type Part } from 'ctxc'
import { importConversation } from 'ctxc/from'
import { fromLangChain } from 'ctxc/from/langchain'
import { expect, test } from 'vitest'

const search = { id: 'call_1', name: 'search', args: { query: 'weather' }, type: 'tool_call' as const }

// LangChain derives the type of the fields from the metadata, which is more than a test needs.
const answered: object = {
  id: 'a1',
  content: 'I look.',
  tool_calls: [search],
  usage_metadata: { input_tokens: 20, output_tokens: 8, total_tokens: 28 },
  response_metadata: { model_name: 'gpt-4.1', model_provider: 'openai' },
}

const messages = [
  new SystemMessage('Be brief.'),
  new HumanMessage({ id: 'h1', content: 'Weather?' }),
  new AIMessage(answered as never),
  new ToolMessage({
    content: 'no network',
    tool_call_id: 'call_1',
    name: 'search',
    status: 'error',
    artifact: [1],
  }),
]

const forms: readonly (readonly [string, readonly object[]])[] = [
  ['instances', messages],
  ['toDict', messages.map(message => message.toDict())],
  ['toJSON', JSON.parse(JSON.stringify(messages)) as object[]],
  [
    'roles',
    [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [search],
        usage_metadata: { input_tokens: 20, output_tokens: 8 },
        response_metadata: { model_name: 'gpt-4.1' },
      },
      { role: 'tool', content: 'no network', tool_call_id: 'call_1', name: 'search', status: 'error' },
    ],
  ],
  [
    'messages_to_dict of Python',
    [
      {
        type: 'system',
        data: { content: 'Be brief.', additional_kwargs: {}, response_metadata: {}, type: 'system' },
      },
      { type: 'human', data: { content: 'Weather?', type: 'human', id: 'h1', example: false } },
      {
        type: 'ai',
        data: {
          content: 'I look.',
          additional_kwargs: {
            tool_calls: [
              {
                id: 'call_1',
                type: 'function',
                function: { name: 'search', arguments: '{"query": "weather"}' },
              },
            ],
          },
          tool_calls: [search],
          invalid_tool_calls: [],
          usage_metadata: { input_tokens: 20, output_tokens: 8, total_tokens: 28 },
          response_metadata: { model_name: 'gpt-4.1' },
        },
      },
      {
        type: 'tool',
        data: {
          content: 'no network',
          tool_call_id: 'call_1',
          name: 'search',
          status: 'error',
          artifact: null,
        },
      },
    ],
  ],
]

test.each(forms)('messages as %s are read alike', (_name, form) => {
  const { agent, session, format, leading } = fromLangChain(form)
  expect([format, leading, agent.staticInstruction]).toEqual(['langchain', 1, [{ text: 'Be brief.' }]])
  expect(session.events.map(({ author, parts, actions }) => ({ author, parts, actions }))).toEqual([
    { author: 'user', parts: [{ kind: 'text', text: 'Weather?' }] },
    {
      author: 'agent',
      parts: [
        { kind: 'text', text: 'I look.' },
        { kind: 'tool-call', id: 'call_1', name: 'search', arguments: { query: 'weather' } },
      ],
      actions: { usage: { inputTokens: 20, outputTokens: 8, model: 'gpt-4.1' } },
    },
    {
      author: 'tool',
      parts: [
        {
          kind: 'tool-result',
          id: 'call_1',
          name: 'search',
          content: [{ kind: 'text', text: 'no network' }],
          isError: true,
        },
      ],
    },
  ])
})

const partsOf = (message: object): readonly Part[] => fromLangChain([message]).session.event(0).parts

test('an Anthropic answer has its call once, in its place, and its thought with the signature', () => {
  const answer = new AIMessage({
    content: [
      { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'AAAA' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'call_1', name: 'search', input: '' },
      { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} },
    ],
    tool_calls: [search],
    response_metadata: { model_provider: 'anthropic', model: 'claude-sonnet-5' },
  })
  expect(partsOf(answer)).toMatchObject([
    {
      kind: 'reasoning',
      model: 'claude-sonnet-5',
      native: { format: 'anthropic', payload: { type: 'thinking', thinking: 'hm', signature: 'c2ln' } },
    },
    { kind: 'reasoning', native: { payload: { type: 'redacted_thinking', data: 'AAAA' } } },
    { kind: 'text', text: 'I look.' },
    { kind: 'tool-call', id: 'call_1', arguments: { query: 'weather' } },
    { kind: 'opaque', format: 'anthropic', type: 'server_tool_use' },
  ])
})

test("standard blocks of version 1 are read like the provider's own", () => {
  const answer = new AIMessage({
    contentBlocks: [
      { type: 'reasoning', reasoning: 'hm', signature: 'c2ln' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_call', id: 'call_1', name: 'search', args: { query: 'weather' } },
      { type: 'non_standard', value: { type: 'redacted_thinking', data: 'AAAA' } },
    ],
    response_metadata: { model_provider: 'anthropic', model_name: 'claude-sonnet-5', output_version: 'v1' },
  })
  expect(partsOf(answer)).toMatchObject([
    { kind: 'reasoning', native: { payload: { type: 'thinking', thinking: 'hm', signature: 'c2ln' } } },
    { kind: 'text' },
    { kind: 'tool-call', id: 'call_1' },
    { kind: 'reasoning', native: { payload: { data: 'AAAA' } } },
  ])
})

test('an OpenAI thought is read as its original item', () => {
  const reasoning = {
    id: 'rs_1',
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: 'hm', index: 0 }],
    encrypted_content: 'AAAA',
  }
  const kept = {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'hm' }],
    encrypted_content: 'AAAA',
  }
  const beside = new AIMessage({ content: 'Hi', additional_kwargs: { reasoning } })
  const within = new AIMessage({
    content: [
      { ...reasoning, summary: undefined, reasoning: 'hm' },
      { type: 'text', text: 'Hi' },
    ],
  })
  for (const answer of [beside, within])
    expect(partsOf(answer)[0]).toMatchObject({
      kind: 'reasoning',
      text: 'hm',
      native: { format: 'openai', payload: kept },
    })
})

test('invalid tool calls are read as calls, as the model wrote them', () => {
  const answer = new AIMessage({
    content: '',
    invalid_tool_calls: [
      { id: 'call_2', name: 'search', args: '{"query', error: 'no JSON', type: 'invalid_tool_call' },
    ],
  })
  expect(partsOf(answer)[1]).toEqual({
    kind: 'tool-call',
    id: 'call_2',
    name: 'search',
    arguments: '{"query',
  })
  const old = {
    type: 'ai',
    content: '',
    additional_kwargs: { function_call: { name: 'search', arguments: '{}' } },
  }
  expect(partsOf(old)[1]).toEqual({ kind: 'tool-call', id: '', name: 'search', arguments: '{}' })
})

test('chunks, functions and messages of any role are read as their kinds', () => {
  const { session } = fromLangChain([
    new HumanMessage('Hi'),
    new AIMessageChunk({ content: 'Hel', tool_call_chunks: [] }).concat(new AIMessageChunk('lo.')),
    new FunctionMessage({ name: 'search', content: 'done' }),
    new ChatMessage('Me too.', 'user'),
    new ChatMessage('Once.', 'narrator'),
    ['human', 'A pair.'] as never,
    'Only words.',
  ])
  expect(session.events.map(({ author }) => author)).toEqual([
    'user',
    'agent',
    'tool',
    'user',
    'tool',
    'user',
    'user',
  ])
  expect(session.event(1).parts).toEqual([{ kind: 'text', text: 'Hello.' }])
  expect(session.event(4)).toMatchObject({ trust: 'external' })
})

test('removed messages are not shown, nor those that remove them', async () => {
  const conversation = fromLangChain([
    new HumanMessage({ id: 'h1', content: 'Forget this.' }),
    new AIMessage({ id: 'a1', content: 'Already gone.' }),
    new RemoveMessage({ id: 'h1' }),
    new HumanMessage({ id: 'h2', content: 'Keep this.' }),
  ])
  const { request } = await compile(conversation, { target: 'openai-chat', model: 'gpt-4.1' })
  expect(request?.messages.map(({ content }) => content)).toEqual(['Already gone.', 'Keep this.'])
  const cleared = fromLangChain([
    new SystemMessage('Gone too.'),
    new HumanMessage('Before.'),
    new RemoveMessage({ id: '__remove_all__' }),
    new HumanMessage('After.'),
  ])
  expect(cleared.agent.staticInstruction).toBeUndefined()
  const after = await compile(cleared, { target: 'openai-chat', model: 'gpt-4.1' })
  expect(after.request?.messages.map(({ content }) => content)).toEqual(['After.'])
})

test.each(forms.filter(([name]) => name !== 'roles'))('messages as %s are recognized', (_name, form) => {
  expect(importConversation(form)?.format).toBe('langchain')
  expect(importConversation({ messages: form, next: [] })?.format).toBe('langchain')
})

test.each(['words', ''])('an instance whose calls are no list is read as data: %j', content => {
  const broken = Object.assign(new AIMessage(content), { tool_calls: { constructor: 1 } })
  const { session } = fromLangChain([new HumanMessage('Hi'), broken])
  expect(session.events.map(({ parts }) => parts)).toEqual([
    [{ kind: 'text', text: 'Hi' }],
    [{ kind: 'text', text: content }],
  ])
})

test('a state without messages is a TypeError', () => {
  expect(() => fromLangChain({ state: [] } as never)).toThrow(TypeError)
})

test("a plain answer's report on reasoning is found in the units of the session", () => {
  const told = { input_transformations: [{ type: 'reasoning', action: 'removed', reason: 'model_mismatch' }] }
  const { session } = fromLangChain([
    { type: 'human', content: 'a' },
    { type: 'ai', content: 'b', response_metadata: told },
  ])
  expect(session.units.rows.reports).toEqual([{ seq: 1, dropped: [{ reason: 'model_mismatch' }] }])
})
