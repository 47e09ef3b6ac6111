// Parts that a program took out of a response, or wrapped in another object, are read or kept as data, never lost.
import { expect, test } from 'vitest'
import {
  agent,
  answerOf,
  type CompileOptions,
  compile,
  createSession,
  type EventInput,
  type ProviderResponse,
} from '../../src/index.ts'

const tool = { name: 'f', parameters: { type: 'object' as const, properties: {} } }
const bot = agent({ name: 'bot', tools: [tool], outputKey: 'k' })
const asked = createSession({ events: [{ author: 'user', text: 'Q' }] })

const answer = async (model: CompileOptions['model'], response: unknown): Promise<EventInput[]> =>
  answerOf(await compile(bot, asked, { model }), response as ProviderResponse)

const pieces = (events: readonly EventInput[]): string[] =>
  events.flatMap(({ parts = [] }) =>
    parts.map(part => {
      if (part.kind === 'text') return `text ${part.text}`
      if (part.kind === 'tool-call') return `call ${part.name}`
      return part.kind === 'opaque' ? `opaque ${part.type}` : part.kind
    }),
  )

const text = { type: 'text', text: 'Hi.' }
const use = { type: 'tool_use', id: 't', name: 'f', input: {} }
const chatCall = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
const gpt = 'gpt-5.4'
const claude = 'claude-sonnet-5'
const gemini = 'gemini-3.8-flash'
const full = { type: 'message', id: 'msg_1', role: 'assistant', stop_reason: 'end_turn' }

test.each<[string, string, unknown, readonly string[]]>([
  [
    'a Chat message whose content is a list, with calls',
    gpt,
    { role: 'assistant', content: [text], tool_calls: [chatCall] },
    ['text Hi.', 'call f'],
  ],
  [
    'the same in a list',
    gpt,
    [{ role: 'assistant', content: [text], tool_calls: [chatCall] }],
    ['text Hi.', 'call f'],
  ],
  [
    'reasoning and a call of a computer',
    gpt,
    [
      { type: 'reasoning', id: 'rs', summary: [] },
      { type: 'computer_call', id: 'cu', call_id: 'c', action: { type: 'screenshot' } },
    ],
    ['reasoning', 'call computer'],
  ],
  [
    'a shell call',
    gpt,
    [{ type: 'shell_call', id: 's', call_id: 'c', action: { commands: ['ls'] } }],
    ['call shell'],
  ],
  [
    'a request for approval',
    gpt,
    [{ type: 'mcp_approval_request', id: 'x', name: 'f', arguments: '{}', server_label: 's' }],
    ['opaque mcp_approval_request'],
  ],
  ['one item', gpt, { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }, ['call f']],
  ['the content of a Responses message', gpt, [{ type: 'output_text', text: 'Hi.' }], ['text Hi.']],
  ['the content of a Messages response', claude, [text, use], ['text Hi.', 'call f']],
  ['one block of it', claude, [text], ['text Hi.']],
  ['a Messages response in a list', claude, [{ ...full, content: [text, use] }], ['text Hi.', 'call f']],
  ['a Messages response of text in a list', claude, [{ ...full, content: [text] }], ['text Hi.']],
  [
    'Messages without a type',
    claude,
    [
      { role: 'assistant', content: [text] },
      { role: 'assistant', content: [use] },
    ],
    ['text Hi.', 'call f'],
  ],
  [
    'a candidate',
    gemini,
    { content: { role: 'model', parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' },
    ['text Hi.'],
  ],
  ['candidates', gemini, [{ content: { parts: [{ text: 'Hi.' }] } }], ['text Hi.']],
  ['parts', gemini, [{ text: 'Hi.' }, { functionCall: { name: 'f', args: {} } }], ['text Hi.', 'call f']],
  ['a completion that is a text', gpt, { choices: [{ text: 'Hi.', finish_reason: 'stop' }] }, ['text Hi.']],
  ['choices', gpt, [{ index: 0, message: { role: 'assistant', content: 'Hi.' } }], ['text Hi.']],
  [
    'the data of a client beside its raw response',
    gpt,
    { response: { status: 200, headers: {} }, data: { choices: [{ message: { content: 'Hi.' } }] } },
    ['text Hi.'],
  ],
  [
    'a message under output',
    claude,
    { output: { message: { role: 'assistant', content: [text] } } },
    ['text Hi.'],
  ],
  [
    'parts of the AI SDK',
    gpt,
    { content: [text, { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: {} }] },
    ['text Hi.', 'call f'],
  ],
  [
    'a stored message of LangChain',
    gpt,
    { lc: 1, type: 'constructor', kwargs: { content: 'Hi.' } },
    ['data'],
  ],
  ['an unknown item', gpt, [{ type: 'new_item', words: 'Hi.' }], ['data']],
  ['a message in an unknown form', gpt, { choices: [{ message: { text: 'Hi.' } }] }, ['data']],
])('answerOf reads %s', async (_, model, response, wanted) => {
  const events = await answer(model, response)
  expect(pieces(events)).toEqual(wanted)
  expect(events.every(({ author, trust }) => author === 'bot' && trust === undefined)).toBe(true)
  const back = await compile(bot, asked.append(...events), { model })
  const words = JSON.stringify(response).includes('Hi.') ? 'Hi.' : wanted.at(-1)?.split(' ')[1]
  expect(back.ok && JSON.stringify(back.request)).toContain(words)
})

test.each<[string, unknown]>([
  ['an error of a client', Object.assign(new Error('overloaded'), { content: 'x' })],
  [
    'an error in the response of an error',
    { message: 'failed', response: { data: { error: { message: 'x' } } } },
  ],
  ['an error body', { message: 'Unauthorized', statusCode: 401 }],
  ['a message of a user', { role: 'user', content: [text] }],
  [
    'messages of others',
    [
      { role: 'user', content: 'x' },
      { role: 'system', content: 'y' },
    ],
  ],
  ['an empty item', [{}]],
])('%s is no answer', async (_, response) => {
  expect(await answer(gpt, response)).toEqual([])
})

test.each<[string, readonly object[]]>([
  ['Chat', [{ choices: [{ delta: { content: 'He' } }] }, { choices: [{ delta: { content: 'llo' } }] }]],
  [
    'Gemini',
    ['He', 'llo'].map(words => ({ candidates: [{ content: { role: 'model', parts: [{ text: words }] } }] })),
  ],
  [
    'Ollama',
    [
      { message: { role: 'assistant', content: 'He' }, done: false },
      { message: { role: 'assistant', content: 'llo' }, done: true },
    ],
  ],
])('chunks of a %s stream are kept as data', async (_, chunks) => {
  const [event, ...more] = await answer(gpt, chunks)
  expect(more).toEqual([])
  expect(event?.parts).toEqual([{ kind: 'data', value: chunks }])
})

test('a response is found at any depth, and a cyclic value does not throw', async () => {
  let deep: object = { choices: [{ message: { role: 'assistant', content: 'Hi.' } }] }
  for (let level = 0; level < 20_000; level++) deep = { data: deep }
  expect(pieces(await answer(gpt, deep))).toEqual(['text Hi.'])
  const circle: Record<string, unknown> = {}
  circle.data = circle
  circle.response = { message: circle }
  expect(await answer(gpt, circle)).toEqual([])
})

test('an unknown option is refused', async () => {
  const result = await compile(bot, asked, { model: gpt })
  expect(() => answerOf(result, { output: [] }, { autor: 'z' } as never)).toThrow(
    /answerOf has no option 'autor'.*did you mean 'author'/,
  )
  expect(() => answerOf(result, { output: [] }, 'z' as never)).toThrow(TypeError)
})
