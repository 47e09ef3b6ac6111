import { expect, test } from 'vitest'
import { compile } from '../../src/core/compile/compile.ts'
import type { Conversation } from '../../src/core/from/conversation.ts'
import { fromAnthropic } from '../../src/core/vendor/anthropic/read/anthropic.ts'
import { fromOpenAI } from '../../src/core/vendor/openai/read/openai.ts'
import { importConversation } from '../../src/from.ts'

const body = {
  modelId: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
  system: [{ text: 'Be brief.' }],
  messages: [
    { role: 'user', content: [{ text: 'Weather?' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 't1', name: 'weather', input: {} } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 't1', content: [{ text: 'Sun' }] } }] },
  ],
  inferenceConfig: { maxTokens: 100 },
}
const importers: readonly (readonly [string, (input: never) => Conversation | null])[] = [
  ['importConversation', importConversation],
  ['fromAnthropic', fromAnthropic as never],
  ['fromOpenAI', fromOpenAI as never],
]

test.each(importers)('%s names the form of a Converse body and makes no request of it', async (_, read) => {
  for (const input of [body, body.messages, { ...body, messages: body.messages.slice(0, 1) }]) {
    const conversation = read(input as never)
    if (conversation === null) throw new Error('the body was not read')
    const { ok, diagnostics } = await compile(conversation, {
      model: 'claude-sonnet-4-5',
      target: 'anthropic',
    })
    const found = diagnostics.find(({ code }) => code === 'CX3014')
    expect([ok, found?.data.form]).toEqual([false, 'bedrock-converse'])
  }
})
