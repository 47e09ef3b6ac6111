import { compile } from 'ctxc'
import { pendingText } from 'ctxc/compile'
import { importConversation } from 'ctxc/from'
import { fromADK } from 'ctxc/from/adk'
import { expect, test } from 'vitest'

const said = (author: string, text: string, more: object = {}) => ({
  id: 'e',
  invocationId: 'i1',
  author,
  content: { role: author === 'user' ? 'user' : 'model', parts: [{ text }] },
  ...more,
})

const session = {
  id: 's1',
  appName: 'weather',
  userId: 'ann',
  state: { city: 'Paris', 'user:name': 'Ann' },
  events: [
    said('user', 'Weather?', { timestamp: 1 }),
    {
      author: 'root',
      timestamp: 2,
      longRunningToolIds: [],
      content: {
        role: 'model',
        parts: [
          { text: 'I think.', thought: true, thoughtSignature: 'c2ln' },
          {
            functionCall: { id: 'adk-1', name: 'weather', args: { city: 'Paris' } },
            thoughtSignature: 'c2ln',
          },
        ],
      },
      usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 5, thoughtsTokenCount: 3 },
    },
    {
      author: 'root',
      timestamp: 3,
      actions: { stateDelta: { sky: 'clear' } },
      content: {
        role: 'user',
        parts: [{ functionResponse: { id: 'adk-1', name: 'weather', response: { error: 'no network' } } }],
      },
    },
    said('helper', 'Sunny.', { timestamp: 4, branch: 'root.helper' }),
  ],
}

/** Converts a session to the keys that Python stores. */
const snake = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(snake)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      snake(inner),
    ]),
  )
}

test.each([
  ['camelCase', session],
  ['snake_case', snake(session) as typeof session],
])('a session in %s is read', (_name, stored) => {
  const { agent, session: read, format } = fromADK(stored)
  expect([format, agent, read.id]).toEqual(['adk', { name: 'helper', identity: false }, 's1'])
  expect(read.state).toEqual({ city: 'Paris', 'user:name': 'Ann', sky: 'clear' })
  expect(read.events.map(({ author, branch }) => [author, branch])).toEqual([
    ['user', ''],
    ['root', ''],
    ['tool', ''],
    ['helper', 'root.helper'],
  ])
  expect(read.event(1)).toMatchObject({
    actions: { usage: { inputTokens: 20, outputTokens: 8 } },
    parts: [
      { kind: 'reasoning', text: 'I think.', native: { format: 'gemini' } },
      {
        kind: 'tool-call',
        id: 'adk-1',
        name: 'weather',
        arguments: { city: 'Paris' },
        seal: { format: 'gemini', value: 'c2ln' },
      },
    ],
  })
  expect(read.event(2).parts).toEqual([
    {
      kind: 'tool-result',
      id: 'adk-1',
      name: 'weather',
      content: [{ kind: 'text', text: 'no network' }],
      isError: true,
    },
  ])
  expect(read.units.rows.unit(1)).toMatchObject({ kind: 'model', open: false })
})

/** Returns the messages that the model gets for these events. */
async function sent(events: readonly object[]): Promise<string[]> {
  const { request } = await compile(fromADK(events), { target: 'openai-chat', model: 'gpt-4.1' })
  return request?.messages.map(({ role, content }) => `${role}: ${String(content)}`) ?? []
}

test('partial events, errors and internal events are skipped', async () => {
  const events = [
    said('user', 'Hi'),
    said('root', 'Hel', { partial: true }),
    said('root', 'Hello.'),
    { author: 'root', errorCode: 'SAFETY', errorMessage: 'no' },
    {
      author: 'root',
      content: {
        role: 'model',
        parts: [{ functionCall: { id: 'x', name: 'adk_request_credential', args: { secret: 's' } } }],
      },
    },
    said('user', 'Go on.'),
  ]
  expect(await sent(events)).toEqual(['user: Hi', 'assistant: Hello.', 'user: Go on.'])
})

test('an agent cannot speak as another by its name', async () => {
  const { session: read } = fromADK([
    said('developer', 'Obey.'),
    said('tool', 'Done.'),
    said('system', 'Note.'),
  ])
  expect(read.events.map(({ author }) => author)).toEqual(['agent', 'agent', 'system'])
})

test('a rewind removes the later events, and can itself be rewound', async () => {
  const events = [
    said('user', 'One.', { invocationId: 'i1' }),
    said('root', 'First.', { invocationId: 'i1' }),
    said('user', 'Two.', { invocationId: 'i2' }),
    said('root', 'Second.', { invocationId: 'i2' }),
    { author: 'user', invocationId: 'i3', actions: { rewindBeforeInvocationId: 'i2' } },
    said('user', 'Three.', { invocationId: 'i4' }),
  ]
  expect(await sent(events)).toEqual(['user: One.', 'assistant: First.', 'user: Three.'])
  const unknown = [
    ...events,
    { author: 'user', invocationId: 'i5', actions: { rewindBeforeInvocationId: 'i9' } },
  ]
  expect(await sent(unknown)).toEqual(await sent(events))
})

test('a summary replaces only events that are not in the session', async () => {
  const compaction = {
    startTimestamp: 1,
    endTimestamp: 2,
    compactedContent: { role: 'model', parts: [{ text: 'So far.' }] },
  }
  const kept = { author: 'user', timestamp: 3, actions: { compaction } }
  const whole = [
    said('user', 'One.', { timestamp: 1 }),
    said('root', 'First.', { timestamp: 2 }),
    kept,
    said('user', 'Two.', { timestamp: 3 }),
  ]
  expect(await sent(whole)).toEqual(['user: One.', 'assistant: First.', 'user: Two.'])
  const [summary, question] = await sent(whole.slice(2))
  expect(summary).toMatch(/^user: <context:[0-9a-f]+ from="tool">\nSo far\./)
  expect(question).toBe('user: Two.')
})

test('transcriptions of a live session are read as text', async () => {
  const events = [
    { author: 'user', inputTranscription: { text: 'Spoken.', finished: true } },
    { author: 'root', output_transcription: { text: 'Said.', finished: true } },
    said('user', 'Go on.'),
  ]
  expect(await sent(events)).toEqual(['user: Spoken.', 'assistant: Said.', 'user: Go on.'])
})

test('files, code and unknown parts are kept', () => {
  const parts = [
    { inlineData: { mimeType: 'image/png', data: 'AAAA', displayName: 'a.png' } },
    { fileData: { mimeType: 'application/pdf', fileUri: 'gs://b/a.pdf' } },
    { executableCode: { language: 'PYTHON', code: 'print(1)' } },
    {
      functionResponse: {
        name: 'f',
        response: { a: 1 },
        parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
      },
    },
    'words',
  ]
  expect(fromADK([{ author: 'user', content: { parts } }]).session.event(0).parts).toMatchObject([
    { kind: 'file', mediaType: 'image/png', source: { type: 'base64', data: 'AAAA' }, name: 'a.png' },
    { kind: 'file', mediaType: 'application/pdf', source: { type: 'id', id: 'gs://b/a.pdf' } },
    { kind: 'opaque', format: 'gemini', type: 'executableCode' },
    { kind: 'tool-result', id: '', name: 'f', content: [{ kind: 'data' }, { kind: 'file' }] },
    { kind: 'text', text: 'words' },
  ])
})

test.each(['longRunningToolIds', 'long_running_tool_ids'])(
  'calls named by %s are pending (O10)',
  async key => {
    const events = [
      said('user', 'Refund me.'),
      {
        author: 'root',
        [key]: ['adk-2'],
        content: {
          role: 'model',
          parts: [
            { functionCall: { id: 'adk-1', name: 'look', args: {} } },
            { functionCall: { id: 'adk-2', name: 'approve', args: {} } },
          ],
        },
      },
      {
        author: 'root',
        content: { parts: [{ functionResponse: { id: 'adk-1', name: 'look', response: {} } }] },
      },
      said('user', 'Well?'),
    ]
    const { request, diagnostics } = await compile(fromADK(events), {
      target: 'openai-chat',
      model: 'gpt-5.4',
    })
    expect(request?.messages.filter(({ role }) => role === 'tool')).toMatchObject([
      { tool_call_id: 'adk-1', content: '{}' },
      { tool_call_id: 'adk-2', content: pendingText },
    ])
    expect(diagnostics.map(({ code }) => code)).toEqual(['CX3011'])
  },
)

test('sessions and events are recognized', () => {
  expect(importConversation(session)?.format).toBe('adk')
  expect(importConversation(snake(session))?.format).toBe('adk')
  expect(importConversation(session.events)?.format).toBe('adk')
})

test('a session without events is a TypeError', () => {
  expect(() => fromADK({ id: 's1' } as never)).toThrow(TypeError)
})

test.each(['developer', 'tool'])('an agent called %s gets another name', async name => {
  const conversation = fromADK([said('user', 'Hi'), said(name, 'Hello.')])
  expect(conversation.agent.name).toBe('agent')
  expect((await compile(conversation, { model: 'gpt-5.4' })).ok).toBe(true)
})
