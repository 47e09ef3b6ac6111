// Approvals of a stored chat keep every field that the AI SDK puts there.

import { createOpenAI } from '@ai-sdk/openai'
import { convertToModelMessages, generateText, tool, type UIMessage } from 'ai'
import { compile } from 'ctxc'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { expect, test } from 'vitest'
import { z } from 'zod'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const approval = {
  id: 'a1',
  approved: true,
  inputSchemaInput: { cents: '5' },
  requestReason: 'It costs money.',
  isAutomatic: false,
  ofTheFuture: { level: 2 },
}
const chat = [
  { id: '1', role: 'user', parts: [{ type: 'text', text: 'Pay 5.' }] },
  {
    id: '2',
    role: 'assistant',
    parts: [
      { type: 'tool-pay', toolCallId: 'c1', state: 'approval-responded', input: { cents: 5 }, approval },
    ],
  },
]

const answer = {
  ...{ id: '1', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
}
const model = createOpenAI({ apiKey: 'k', fetch: async () => Response.json(answer) }).chat('gpt-5.4')

test('an approved call whose schema changes its input runs once', async () => {
  let runs = 0
  const pay = tool({
    inputSchema: z.object({ cents: z.string().transform(Number) }),
    needsApproval: true,
    execute: () => {
      runs++
      return 'paid'
    },
  })
  const { request, diagnostics } = await compile(fromAISDK(chat), {
    model: 'gpt-5.4',
    target: 'ai-sdk',
    budget: 8_000,
  })
  expect(diagnostics.map(({ code }) => code)).not.toContain('CX3017')
  await generateText({ model, tools: { pay }, messages: request?.messages as never })
  expect(runs).toBe(1)
})

test('an approval request has the fields of the chat', async () => {
  const { request } = await compile(fromAISDK(chat), { model: 'gpt-5.4', target: 'ai-sdk' })
  const content = (request?.messages[1]?.content ?? []) as { type: string }[]
  const [asked] = content.filter(({ type }) => type === 'tool-approval-request')
  expect(asked).toEqual({
    type: 'tool-approval-request',
    approvalId: 'a1',
    toolCallId: 'c1',
    inputSchemaInput: { cents: '5' },
    reason: 'It costs money.',
    isAutomatic: false,
    ofTheFuture: { level: 2 },
  })
  const [, converted] = await convertToModelMessages(chat as unknown as UIMessage[])
  const [, own] = (converted?.content ?? []) as object[]
  expect(asked).toMatchObject(own as object)
})
