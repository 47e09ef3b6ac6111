// A message of which nothing is read is data and named, in every format; system text without text is sent.
import { expect, test } from 'vitest'
import { recognize } from '../../src/core/from/recognize.ts'
import type { Conversation } from '../../src/from.ts'
import * as from from '../../src/from.ts'
import { compile } from '../../src/index.ts'

const words = 'My name is Ann'
const hello = { role: 'user', content: 'Hello' } as const
const content = { role: 'user', parts: [{ text: 'Hello' }] }
const event = { author: 'user', content }

type Read = (messages: readonly object[]) => Conversation | null

const importers: Readonly<Record<string, readonly [Read, object]>> = {
  fromOpenAI: [from.fromOpenAI, hello],
  fromOpenAIResponses: [from.fromOpenAIResponses, hello],
  fromAnthropic: [from.fromAnthropic, hello],
  fromGemini: [from.fromGemini, content],
  fromAISDK: [from.fromAISDK, hello],
  fromLangChain: [from.fromLangChain, hello],
  fromPlain: [from.fromPlain, hello],
}

const fields = ['body', 'prompt', 'data', 'input', 'content_blocks', 'text', 'msg']
// LangChain has its blocks there, and data sets their words.
const isRead = (name: string, field: string): boolean =>
  name === (field === 'text' ? 'fromPlain' : field === 'content_blocks' ? 'fromLangChain' : '')

const pairs = Object.entries(importers).flatMap(([name, [read, beside]]) =>
  fields.flatMap(field => (isRead(name, field) ? [] : [[name, field, read, beside] as const])),
)

const reads = {
  fromOpenAI: from.fromOpenAI as Read,
  fromOpenAIResponses: from.fromOpenAIResponses as Read,
  fromAnthropic: from.fromAnthropic as Read,
  fromGemini: from.fromGemini as Read,
  fromAISDK: from.fromAISDK as Read,
  fromLangChain: from.fromLangChain as Read,
  fromPlain: from.fromPlain as Read,
}

async function unreadOf(conversation: Conversation | null) {
  const { ok, request, diagnostics } = await compile(conversation as Conversation, {
    model: 'gpt-4.1',
    target: 'openai-chat',
  })
  expect(ok).toBe(true)
  const found = diagnostics.find(({ code }) => code === 'CX3008')
  return { sent: JSON.stringify(request), at: found?.at }
}

test.each(pairs)('%s keeps text in the field %s', async (_name, field, read, beside) => {
  for (const value of [words, { said: words }, [{ type: 'text', value: words }]]) {
    const { sent, at } = await unreadOf(read([beside, { role: 'user', [field]: value }, beside]))
    expect(sent).toContain(words)
    expect(at, JSON.stringify(value)).toEqual(['e:1.0'])
  }
})

test.each([
  { author: 'user', content: words },
  { author: 'user', text: words },
  { author: 'user', content: { role: 'model', text: words } },
  { author: 'user', message: { text: words } },
  { author: 'user', inputText: words },
])('fromADK keeps the text of %j', async unread => {
  const both = [from.fromADK([event, unread]), from.importConversation({ events: [unread, event] })]
  for (const [place, conversation] of both.entries()) {
    const { sent, at } = await unreadOf(conversation)
    expect(sent).toContain(words)
    expect(at).toEqual([`e:${1 - place}.0`])
  }
})

test.each([
  ['fromLangChain', { type: 'human', text: words }],
  ['fromOpenAIResponses', { type: 'message', role: 'user', text: words }],
] as const)('%s keeps the text of %j', async (name, message) => {
  const { sent, at } = await unreadOf(reads[name]([hello, message]) as Conversation)
  expect(sent).toContain(words)
  expect(at).toEqual(['e:1.0'])
})

test('an empty message with a description only is empty', async () => {
  const about = {
    id: 'msg_1',
    name: 'Ann',
    created_at: '2026-01-01',
    metadata: { by: 'app' },
    status: 'done',
  }
  const empties = [
    ...Object.values(importers).map(([read, beside]) =>
      read([beside, { role: 'user', content: [], ...about }]),
    ),
    from.fromOpenAI([
      hello,
      {
        role: 'assistant',
        content: '',
        images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
      },
    ] as object[]) as Conversation,
    from.fromGemini([content, { role: 'user', parts: [], ...about }] as object[]),
    from.fromADK([event, { author: 'bot', errorMessage: 'no network', actions: {}, id: 'x' }]),
  ]
  for (const conversation of empties) {
    const { diagnostics } = await compile(conversation as Conversation, { model: 'gpt-4.1' })
    expect(diagnostics.map(({ code }) => code)).not.toContain('CX3008')
  }
})

const image = { type: 'image_url', image_url: { url: 'https://x.org/a.png' } }
const rules = { rules: 'BE BRIEF, ALWAYS' }

test.each([
  ['fromOpenAI', { role: 'system', content: rules }, hello],
  ['fromOpenAI', { role: 'system', content: [{ type: 'weird', text: rules.rules }] }, hello],
  ['fromOpenAIResponses', { role: 'system', content: rules }, hello],
  ['fromGemini', { role: 'system', parts: [rules] }, content],
  ['fromAISDK', { role: 'system', content: rules }, hello],
  ['fromLangChain', { type: 'system', content: rules }, { type: 'human', content: 'Hello' }],
  ['fromPlain', { role: 'system', content: rules }, hello],
] as const)('%s sends malformed system text: %j', async (name, system, question) => {
  const conversation = reads[name]([system, question]) as Conversation
  expect(conversation.leading).toBe(0)
  const { ok, request } = await compile(conversation, { model: 'gpt-4.1', target: 'openai-chat' })
  expect(ok).toBe(true)
  expect(JSON.stringify(request)).toContain('BE BRIEF, ALWAYS')
})

const odd = { type: 'weird', note: 'BE BRIEF, ALWAYS' }
const said = { type: 'text', text: 'RULES' }

test.each([
  [
    'fromOpenAI',
    [{ role: 'system', content: [said, image, odd] }, hello],
    'i:/0/content/1',
    'i:/0/content/2',
  ],
  ['fromAnthropic', { system: [said, image, odd], messages: [hello] }, 'i:/system/1', 'i:/system/2'],
  ['fromAnthropic', { system: rules, messages: [hello] }, 'i:/system', 'i:/system'],
  [
    'fromGemini',
    { contents: 'Hello', config: { systemInstruction: { parts: [said, odd] } } },
    'i:/config/systemInstruction/parts/1',
    'i:/config/systemInstruction/parts/1',
  ],
  ['fromAISDK', { system: { role: 'system', content: rules }, messages: [hello] }, 'i:/system', 'i:/system'],
  [
    'fromLangChain',
    [
      { type: 'system', content: [said, image, odd] },
      { type: 'human', content: 'Hello' },
    ],
    'i:/0/content/1',
    'i:/0/content/2',
  ],
  ['fromPlain', { system: rules, messages: [hello] }, 'i:/system', 'i:/system'],
] as const)('%s reports malformed parts of system text: %j', (name, input, ...places) => {
  const conversation = reads[name](input as never) as Conversation
  const named = conversation.diagnostics?.flatMap(({ code, at }) => (code === 'CX3017' ? at : []))
  expect(named).toEqual([...new Set(places)])
})

test('messages of Chat Completions are recognized whatever other fields they have', () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  const chat = [
    { role: 'user', content: 'q', author: 'ann', type: 'message' },
    { role: 'assistant', content: null, tool_calls: [call], author: 'bot', type: 'message' },
    { role: 'tool', tool_call_id: 'c', content: 'RESULT', author: 'bot', type: 'message' },
  ]
  expect(recognize(chat)).toBe('openai-chat')
  expect(recognize({ messages: chat })).toBe('openai-chat')
  expect(from.importConversation(chat)?.session.units.rows.unit(1)).toMatchObject({ calls: [0], open: false })
})

test('parts of the Responses API under `messages` are read', async () => {
  const messages = [{ role: 'user', content: [{ type: 'input_text', text: words }] }, hello]
  const typed = [{ type: 'message', role: 'user', content: words }]
  for (const list of [messages, typed]) {
    const conversation = from.importConversation({ model: 'gpt-5.4', messages: list })
    const { request, diagnostics } = await compile(conversation as Conversation)
    expect(JSON.stringify(request)).toContain(words)
    expect(diagnostics).toEqual([])
  }
  const items = [...messages, { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }]
  expect(recognize({ model: 'gpt-5.4', messages: items })).toBe('openai')
})

test("an image in Anthropic's form is read as a file among messages of Chat Completions", async () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' }
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  const chat = [
    {
      role: 'user',
      content: [
        { type: 'text', text: words },
        { type: 'image', source },
      ],
    },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'RESULT' },
  ]
  const { request, diagnostics } = await compile(from.fromOpenAI(chat) as Conversation, {
    model: 'gpt-4.1',
    target: 'openai-chat',
  })
  expect(request?.messages[0]).toMatchObject({
    content: [{ text: words }, { image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
  })
  expect(diagnostics).toEqual([])
})
