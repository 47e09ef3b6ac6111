import { expect, test } from 'vitest'
import type { Conversation } from '../../from.ts'
import {
  fromADK,
  fromAISDK,
  fromAnthropic,
  fromGemini,
  fromLangChain,
  fromOpenAI,
  fromOpenAIResponses,
  fromPlain,
} from '../../from.ts'
import { compile, createSession, restoreSession } from '../../index.ts'
import { findUnread } from './unread.ts'

const places = async (conversation: Pick<Conversation, 'agent' | 'session'>, budget?: number) => {
  const options = { target: 'anthropic', model: 'claude-sonnet-5', ...(budget && { budget }) } as const
  const { diagnostics } = await compile(conversation, options)
  return diagnostics.flatMap(({ code, at, level }) => (code === 'CX3017' ? [[level, ...at]] : []))
}

test('an unread field of a message, a part, a call and a result is reported by its pointer', async () => {
  const conversation = fromAnthropic({
    system: [{ type: 'text', text: 'Be kind.', note: 'Or else.' }],
    messages: [
      { role: 'user', content: 'Hi', mood: 'in a hurry' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'a', name: 'f', input: { x: 'y' }, hint: { why: ['as asked'] } }],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'a',
            content: [{ type: 'text', text: 'ok', 'a/b~c': 'words' }],
          },
        ],
      },
    ],
  })
  expect(await places(conversation)).toEqual([
    ['info', 'i:/system/0/note'],
    [
      'info',
      'i:/messages/0/mood',
      'i:/messages/1/content/0/hint',
      'i:/messages/2/content/0/content/0/a~1b~0c',
    ],
  ])
})

test('fields that are kept, and fields without meaning for a model, are not reported', async () => {
  const conversation = fromAnthropic([
    {
      id: 'msg_1',
      type: 'message',
      role: 'user',
      content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }],
      usage: { service_tier: 'standard one' },
      created_at: '2026-01-01T00:00:00Z',
      blank: ' ',
      figure: 4,
    },
    { role: 'assistant', content: [{ type: 'new_block', words: 'kept' }], stop_reason: 'end_turn' },
    { role: 'user', content: 'Bye' },
  ])
  expect(await places(conversation)).toEqual([])
})

test('a status field that holds prose is reported like any other', async () => {
  expect(
    await places(fromAnthropic([{ role: 'user', content: 'Hi', status: 'waits for an answer' }])),
  ).toEqual([['info', 'i:/0/status']])
})

test('data and metadata of a chat are reported at their places, with their step', async () => {
  const chat = fromAISDK([
    { id: '1', role: 'user', metadata: { page: 'the cart' }, parts: [{ type: 'text', text: 'Hi' }] },
    {
      id: '2',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'data-weather', data: { sky: 'clear sky' } },
        {
          type: 'tool-f',
          toolCallId: 'c',
          state: 'output-available',
          input: { a: 'in' },
          output: { b: 'out' },
          title: 'Look it up',
        },
        { type: 'text', text: 'Done.' },
      ],
    },
    { id: '3', role: 'user', parts: [{ type: 'text', text: 'Bye' }] },
  ])
  expect(await places(chat)).toEqual([['info', 'i:/0/metadata', 'i:/1/parts/1', 'i:/1/parts/2/title']])
  // The first message holds nothing else.
  const bare = fromAISDK([
    { id: '1', role: 'assistant', parts: [{ type: 'data-weather', data: 'clear sky' }] },
    { id: '2', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
  ])
  expect(await places(bare)).toEqual([['info', 'i:/0/parts/0']])
})

test('items that a framework skips are reported: partial events, removed messages, artifacts', async () => {
  const parts = [{ text: 'Hel' }]
  const adk = fromADK({
    id: 's',
    events: [
      { author: 'user', content: { role: 'user', parts: [{ text: 'Hi' }] } },
      { author: 'ann', partial: true, content: { role: 'model', parts } },
      {
        author: 'user',
        content: { role: 'user', parts: [{ text: 'Bye' }] },
        customMetadata: { of: 'the app' },
      },
    ],
  })
  expect(await places(adk)).toEqual([
    ['info', 'i:/events/1'],
    ['info', 'i:/events/2/customMetadata'],
  ])
  const chain = fromLangChain([
    { type: 'human', id: 'a', content: 'Forget this.' },
    { type: 'remove', id: 'a', content: '' },
    { type: 'human', content: 'Hi' },
    { type: 'ai', name: 'model', content: '', tool_calls: [{ id: 'c', name: 'f', args: {} }] },
    {
      type: 'tool',
      tool_call_id: 'c',
      content: 'ok',
      artifact: { raw: 'the page' },
      metadata: { of: 'a trace' },
    },
  ])
  expect(await places(chain)).toEqual([
    ['info', 'i:/0'],
    ['info', 'i:/4/artifact'],
  ])
})

test('an unread field next to the messages is reported once', async () => {
  // Unknown fields of a request are sent back to its API, and the target reports those that the API does not have.
  const gemini = await compile(fromGemini({ contents: 'Hi', aside: 'words' }), { model: 'gemini-3.5-flash' })
  expect(gemini.diagnostics).toMatchObject([{ code: 'CX3015', at: ['d:extra.aside'] }])
  const record = fromPlain({ conversations: [{ from: 'human', value: 'Hi' }], source: { of: 'a data set' } })
  expect(await places(record)).toEqual([['info', 'i:/source']])
  expect(await places(fromOpenAIResponses({ input: 'Hi' }))).toEqual([])
})

test('unread fields of unsent messages are not reported', async () => {
  const message = (note: string) => ({ role: 'user', content: 'word '.repeat(100), note })
  const answer = { role: 'assistant', content: 'Yes.' }
  const conversation = fromAnthropic([message('first'), answer, message('second')])
  expect(await places(conversation)).toEqual([['info', 'i:/0/note', 'i:/2/note']])
  expect(await places(conversation, 400)).toEqual([['info', 'i:/2/note']])
})

test('unknown fields of stored events and their parts are reported', async () => {
  const stored = {
    events: [
      { author: 'user', text: 'Hi', parts: [{ kind: 'text', text: 'there', mood: 'glad' }], later: 'words' },
    ],
  }
  const session = restoreSession(stored)
  expect(await places({ agent: { name: 'agent' }, session })).toEqual([
    ['info', 'i:/events/0/later', 'i:/events/0/parts/0/mood'],
  ])
  const made = createSession({ events: [{ author: 'user', text: 'Hi' }] }).append({
    author: 'user',
    parts: [{ kind: 'text', text: 'Bye', mood: 'sad' } as { kind: 'text'; text: string }],
  })
  expect(await places({ agent: { name: 'agent' }, session: made })).toEqual([
    ['info', 'i:/events/1/parts/0/mood'],
  ])
})

test('texts that were joined or split count as read', () => {
  const url = 'data:image/png;base64,iVBORw0KGgo='
  const pieces = [{ at: '', value: { a: url, b: '{"city":"Oslo"}', c: 'two words here', d: 'lost' } }]
  const held = { data: 'iVBORw0KGgo=', city: 'Oslo', text: 'one, two words here, three' }
  expect(findUnread('openai-chat', pieces, held)).toEqual(['i:/d'])
})

test('cyclic and deep objects are read in finite time', () => {
  const circle: Record<string, unknown> = { words: 'lost' }
  circle.left = circle
  circle.right = circle
  expect(findUnread('text', [{ at: '', value: circle }], 'x')).toEqual(['i:'])
  let deep: unknown = 'lost'
  for (let level = 0; level < 100_000; level++) deep = [deep]
  expect(findUnread('text', [{ at: '/deep', value: deep }], 'x')).toEqual(['i:/deep'])
})

test('all unread fields next to a long text are reported', () => {
  const fields = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`field${index}`, `words number ${index}`]),
  )
  const value = { content: 'long '.repeat(100_000), ...fields }
  expect(findUnread('anthropic', [{ at: '', value }], { text: value.content })).toHaveLength(20_000)
})

test('messages compiled back to Chat keep every field, and none is reported', async () => {
  const { diagnostics } = await compile(fromOpenAI([{ role: 'user', content: 'Hi', mood: 'glad' }]), {
    target: 'openai-chat',
    model: 'deepseek-chat',
  })
  expect(diagnostics.filter(({ code }) => code === 'CX3017')).toEqual([])
})
