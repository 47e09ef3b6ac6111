import { compile } from 'ctxc'
import { importConversation } from 'ctxc/from'
import { fromPlain } from 'ctxc/from/plain'
import { expect, test } from 'vitest'

test('roles are read under many names', async () => {
  const conversation = fromPlain([
    { role: 'System', content: 'Be brief.' },
    { role: 'human', content: 'Hi' },
    { role: 'ai', content: 'Hello.' },
    { from: 'human', value: 'What is new?' },
    { from: 'gpt', value: 'Nothing.' },
    { role: 'user', text: 'Really?' },
  ])
  expect(conversation).toMatchObject({
    format: 'text',
    leading: 1,
    agent: { staticInstruction: [{ text: 'Be brief.' }] },
  })
  const { request } = await compile(conversation)
  expect(request?.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
    'system: Be brief.',
    'user: Hi',
    'assistant: Hello.',
    'user: What is new?',
    'assistant: Nothing.',
    'user: Really?',
  ])
})

test('calls written as JSON are read as calls, and the messages after them as results', () => {
  const { session } = fromPlain({
    system: 'You may search.',
    conversations: [
      { from: 'human', value: 'Weather in Paris?' },
      { from: 'function_call', value: '[{"name":"a","arguments":{"x":1}},{"name":"b","parameters":{}}]' },
      { from: 'observation', value: 'one' },
      { from: 'observation', value: 'two' },
      { from: 'observation', value: 'nobody asked' },
      { from: 'gpt', value: 'Sunny.' },
      { from: 'function_call', value: 'not JSON' },
    ],
  })
  expect(session.events.map(({ author, parts }) => [author, parts.map(({ kind }) => kind)])).toEqual([
    ['user', ['text']],
    ['agent', ['tool-call', 'tool-call']],
    ['tool', ['tool-result']],
    ['tool', ['tool-result']],
    ['tool', ['text']],
    ['agent', ['text']],
    ['agent', ['text']],
  ])
  expect(session.units.rows.unit(1)).toMatchObject({ kind: 'model', open: false, spans: { length: 3 } })
})

test('a message of an unknown role is kept as data', async () => {
  const conversation = fromPlain([
    { role: 'narrator', content: 'Once.' },
    { role: 'user', content: 'Hi' },
  ])
  const { request, diagnostics } = await compile(conversation)
  expect(request?.messages[0]?.content).toContain('"narrator"')
  expect(diagnostics.map(({ code }) => code)).toContain('CX3008')
})

test.each([
  [[{ from: 'human', value: 'Hi' }], 'text'],
  [{ id: 'x', conversations: [{ from: 'human', value: 'Hi' }] }, 'text'],
  [[{ role: 'human', content: 'Hi' }], 'text'],
  [[{ role: 'user', content: 'Hi' }], 'openai-chat'],
  [
    [
      { role: 'user', content: 'Hi' },
      { role: 'robot', content: 'Beep' },
    ],
    'openai-chat',
  ],
])('%j is recognized', (json, format) => {
  expect(importConversation(json)?.format).toBe(format)
})

test('a record without a list is a TypeError', () => {
  expect(() => fromPlain({ turns: [] } as never)).toThrow(TypeError)
})
