import { expect, test } from 'vitest'
import type { AISDKRequest } from '../../vendor/ai-sdk/write/request.ts'
import { toPrompt } from './prompt.ts'

const url = 'https://x.org/a.png'
const request: AISDKRequest = {
  system: [{ role: 'system', content: 'You help.', providerOptions: { anthropic: { cacheControl: {} } } }],
  messages: [
    { role: 'user', content: 'Hi' },
    {
      role: 'user',
      content: [
        { type: 'file', data: url, mediaType: 'image/png' },
        { type: 'file', data: 'AAAA', mediaType: 'application/pdf', filename: 'a.pdf' },
        { type: 'file', data: { type: 'text', text: 'words' }, mediaType: 'text/plain' },
      ],
    },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: {} }] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'look',
          output: {
            type: 'content',
            value: [
              { type: 'text', text: 'Here.' },
              { type: 'file', data: { type: 'data', data: 'BBBB' }, mediaType: 'image/png' },
            ],
          },
        },
      ],
    },
    { role: 'system', content: 'Be brief.' },
  ],
}

const filesOf = (prompt: readonly object[]): unknown =>
  (prompt[2] as { content: { data: unknown }[] }).content.map(({ data }) => data)
const piecesOf = (prompt: readonly object[]): unknown =>
  (prompt[4] as { content: { output: { value: unknown[] } }[] }).content[0]?.output.value[1]

test('a prompt begins with the instruction, and its messages hold lists of parts', () => {
  const prompt = toPrompt(request, 'v4')
  expect(prompt.map(message => (message as { role: string }).role)).toEqual([
    'system',
    'user',
    'user',
    'assistant',
    'tool',
    'system',
  ])
  expect(prompt[0]).toEqual(request.system?.[0])
  expect(prompt[1]).toEqual({ role: 'user', content: [{ type: 'text', text: 'Hi' }] })
  expect(toPrompt({ ...request, system: 'You help.' }, 'v4')[0]).toEqual({
    role: 'system',
    content: 'You help.',
  })
})

test("files have the form of the prompt's version", () => {
  expect(filesOf(toPrompt(request, 'v4'))).toEqual([
    { type: 'url', url: new URL(url) },
    { type: 'data', data: 'AAAA' },
    { type: 'text', text: 'words' },
  ])
  expect(filesOf(toPrompt(request, 'v2'))).toEqual([new URL(url), 'AAAA', { type: 'text', text: 'words' }])
  expect(piecesOf(toPrompt(request, 'v4'))).toMatchObject({
    type: 'file',
    data: { type: 'data', data: 'BBBB' },
  })
  expect(piecesOf(toPrompt(request, 'v3'))).toEqual({
    type: 'image-data',
    data: 'BBBB',
    mediaType: 'image/png',
  })
  expect(piecesOf(toPrompt(request, 'v2'))).toEqual({ type: 'media', data: 'BBBB', mediaType: 'image/png' })
})

test("approvals that the AI SDK removes are removed, and a provider's own approvals stay", () => {
  const messages = [
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: {} },
        { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
      ],
    },
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }] },
    {
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: 'a2', approved: true, providerExecuted: true }],
    },
  ] as unknown as AISDKRequest['messages']
  expect(toPrompt({ messages }, 'v4')).toEqual([
    { ...messages[0], content: [messages[0]?.content[0]] },
    messages[2],
  ])
})

test('a URL whose text is changed by parsing keeps its text', () => {
  const data = 'gs://Bucket/A b.png'
  const part = { type: 'file', data, mediaType: 'image/png' } as const
  const [message] = toPrompt({ messages: [{ role: 'user', content: [part] }] }, 'v4')
  expect(message).toMatchObject({ content: [{ data: { type: 'url', originalUrl: data } }] })
})
