// Messages of a chat as apps stored them in earlier versions: words in `content`, files beside the parts.
import { expect, test } from 'vitest'
import { fromAISDK } from '../../src/core/vendor/ai-sdk/read/ai-sdk.ts'
import { type Conversation, importConversation } from '../../src/from.ts'
import { compile } from '../../src/index.ts'

const user = { id: 'u', role: 'user', parts: [{ type: 'text', text: 'q' }] }

async function sent(conversation: Conversation | null) {
  const { request, diagnostics } = await compile(conversation as Conversation, {
    target: 'openai-chat',
    model: 'gpt-4.1',
  })
  expect(diagnostics).toEqual([])
  return request?.messages as readonly object[]
}

test.each([
  { role: 'user', content: 'HELLO', parts: [] },
  { role: 'user', content: 'HELLO', parts: [{ type: 'text', text: '' }] },
  { role: 'user', content: 'HELLO', experimental_attachments: [] },
  { role: 'user', content: [{ type: 'text', text: 'HELLO' }], parts: [] },
])('the content of %j is read as its text', async message => {
  expect(await sent(fromAISDK([user, message] as object[]))).toMatchObject([
    { role: 'user', content: 'q' },
    { role: 'user', content: expect.stringContaining('HELLO') },
  ])
})

test('the content of an answer is sent before its calls if its parts hold no text', async () => {
  const call = { type: 'tool-f', toolCallId: 'c', state: 'output-available', input: {}, output: 'RESULT' }
  const thought = { type: 'reasoning', text: 'T' }
  const answer = (...parts: object[]) => ({ id: 'a', role: 'assistant', content: 'WORDS', parts })
  expect(await sent(fromAISDK([user, answer({ type: 'step-start' }), user]))).toMatchObject([
    { content: 'q' },
    { role: 'assistant', content: 'WORDS' },
    { content: 'q' },
  ])
  expect(await sent(fromAISDK([user, answer({ type: 'step-start' }, call)]))).toMatchObject([
    { content: 'q' },
    { role: 'assistant', content: 'WORDS', tool_calls: [{ id: 'c' }] },
    { role: 'tool', content: 'RESULT' },
  ])
  const { session } = fromAISDK([user, answer(thought)])
  expect(session.event(1).parts.map(({ kind }) => kind)).toEqual(['reasoning', 'text'])
})

test('a text that is also in a part is sent once', async () => {
  const both = { id: 'u', role: 'user', content: 'HELLO', parts: [{ type: 'text', text: 'HELLO' }] }
  expect(await sent(fromAISDK([both]))).toMatchObject([{ role: 'user', content: 'HELLO' }])
})

test('experimental_attachments are read as files, with parts and without', async () => {
  const attachments = [
    { contentType: 'image/png', url: 'data:image/png;base64,iVBORw0KGgo=' },
    { contentType: 'image/jpeg', url: 'https://x.org/b.jpg' },
  ]
  const files = [
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
    { type: 'image_url', image_url: { url: 'https://x.org/b.jpg' } },
  ]
  const bare = { role: 'user', content: 'LOOK', experimental_attachments: attachments }
  for (const message of [bare, { ...bare, parts: [{ type: 'text', text: 'LOOK' }] }])
    for (const conversation of [fromAISDK([message]), importConversation([message])])
      expect(await sent(conversation)).toMatchObject([
        { role: 'user', content: [{ type: 'text', text: 'LOOK' }, ...files] },
      ])
  const named = fromAISDK([
    { role: 'user', content: '', experimental_attachments: [{ ...attachments[0], name: 'a.png' }] },
  ])
  expect(named.session.event(0).parts).toMatchObject([{ kind: 'file', name: 'a.png' }])
})

test('a chat of version 4 that holds everything twice is read whole without a diagnostic', async () => {
  const called = (step: number) => ({
    ...{ state: 'result', step, toolCallId: `c${step}`, toolName: 'get' },
    ...{ args: { q: `query words ${step}` }, result: `result words ${step}` },
  })
  const answer = {
    ...{ id: 'a', role: 'assistant', createdAt: new Date(0), content: 'The final answer is here.' },
    toolInvocations: [called(0), called(1)],
    parts: [
      { type: 'step-start' },
      { type: 'tool-invocation', toolInvocation: called(0) },
      { type: 'step-start' },
      { type: 'tool-invocation', toolInvocation: called(1) },
      { type: 'step-start' },
      { type: 'text', text: 'The final answer is here.' },
    ],
  }
  const words = JSON.stringify(await sent(fromAISDK([user, answer, user] as object[])))
  for (const said of ['query words 0', 'result words 1', 'The final answer is here.'])
    expect(words).toContain(said)
})
