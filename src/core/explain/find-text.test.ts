import { expect, test } from 'vitest'
import { renderFound } from '../../cli/explain/text/found.ts'
import { compile } from '../compile/compile.ts'
import { fromAISDK } from '../vendor/ai-sdk/read/ai-sdk.ts'
import { fromOpenAI } from '../vendor/openai/read/openai.ts'
import { findText } from './find-text.ts'

const long = 'many words '.repeat(120)
const messages = [
  { role: 'system', content: 'Seats are named like 12A.' },
  { role: 'user', content: `I want seat 12a. ${long}` },
  { role: 'assistant', content: `Noted. ${long}` },
  { role: 'user', content: `And a window? ${long}` },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'book', arguments: '{"seat":"12A \\"new\\""}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'Booked 12A.' },
  { role: 'user', content: 'Thanks!' },
]
const conversation = fromOpenAI(messages)

test('each place of a text is found, with its fate and its reason', async () => {
  const result = await compile(conversation, { model: 'gpt-5.4', target: 'openai-chat', budget: 400 })
  const found = findText('12A', result, conversation)
  expect(found.map(({ place, fate, pointers }) => [place, fate, pointers])).toEqual([
    ['instruction', 'sent', ['/messages/0/content']],
    ['message[1]', 'dropped', []],
    ['message[4]', 'sent', ['/messages/2/tool_calls/0/function/arguments']],
    ['message[5]', 'sent', ['/messages/3/content']],
  ])
  expect(found[1]).toMatchObject({ author: 'user', reason: 'older than the history that fits the budget' })
  expect(found[1]?.excerpt).toContain('I want seat 12a. many words')
})

test('a text with quotes is found in JSON', async () => {
  const result = await compile(conversation, { model: 'gpt-5.4', target: 'openai-chat' })
  expect(findText('12A "new"', result, conversation).map(({ place }) => place)).toEqual(['message[4]'])
})

test('nothing is found for a blank text, a text that is nowhere, and without a request', async () => {
  const result = await compile(conversation, { model: 'gpt-5.4', target: 'openai-chat', budget: 5 })
  expect(result.ok).toBe(false)
  expect(findText(' ', result, conversation)).toEqual([])
  expect(findText('zebra', result, conversation)).toEqual([])
  expect(findText('Noted', result, conversation)).toMatchObject([{ fate: 'dropped' }])
  expect(renderFound('zebra', [])).toBe(
    '"zebra" is in no message, instruction or tool. Files and encrypted reasoning are not searched.\n',
  )
})

test('without the program, the request is searched', async () => {
  const result = await compile(conversation, { model: 'gpt-5.4', target: 'openai-chat', budget: 400 })
  expect(findText('booked', result).map(({ place, author }) => [place, author])).toEqual([['event 4', null]])
  expect(renderFound('booked', findText('booked', result))).toContain('sent at /messages/3/content')
})

test('names and ids of calls are found', async () => {
  const result = await compile(conversation, { model: 'gpt-5.4', target: 'openai-chat' })
  const places = (text: string) =>
    findText(text, result, conversation).map(({ place, fate }) => [place, fate])
  expect(places('book')).toEqual([
    ['message[4]', 'sent'],
    ['message[5]', 'sent'],
  ])
  expect(places('c1')).toEqual([
    ['message[4]', 'sent'],
    ['message[5]', 'sent'],
  ])
  expect(places('assistant')).toEqual([])
})

test('a place names the element of a chat and its id beside the message that was made from it', async () => {
  const call = { type: 'tool-find', toolCallId: 'c', state: 'output-available', input: {}, output: 'ORD-7' }
  const chat = fromAISDK([
    { id: 'm0', role: 'user', parts: [{ type: 'text', text: 'Where is it?' }] },
    {
      id: 'm1',
      role: 'assistant',
      parts: [{ type: 'step-start' }, call, { type: 'step-start' }, { type: 'text', text: 'ORD-7.' }],
    },
    { id: 'm2', role: 'user', parts: [{ type: 'text', text: 'Is it ORD-7?' }] },
  ])
  const result = await compile(chat, { model: 'gpt-5.4' })
  expect(findText('ORD-7', result, chat).map(({ place }) => place)).toEqual([
    'message[2] of chat[1], id m1',
    'message[3] of chat[1], id m1',
    'message[4] of chat[2], id m2',
  ])
})
