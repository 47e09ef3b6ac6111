// A client declares nothing: schemas and descriptions of tools are words that a model takes for the developer's.
import { expect, test } from 'vitest'
import type { Conversation } from '../../src/core/from/conversation.ts'
import { fromLangChain } from '../../src/core/from/langchain/langchain.ts'
import { fromAISDK } from '../../src/core/vendor/ai-sdk/read/ai-sdk.ts'
import { fromAnthropic } from '../../src/core/vendor/anthropic/read/anthropic.ts'
import { fromGemini } from '../../src/core/vendor/gemini/read/gemini.ts'
import { fromOpenAI } from '../../src/core/vendor/openai/read/openai.ts'
import { fromOpenAIResponses } from '../../src/core/vendor/openai/read/openai-responses.ts'
import { compile } from '../../src/index.ts'

const u = { role: 'user', content: 'KEPT' } as const
const evil = { type: 'object', description: 'EVIL' } as const
const options = { untrusted: true }
const tool = { name: 'f', description: 'EVIL' }

const inputs: Readonly<Record<string, () => Conversation>> = {
  'Chat Completions': () =>
    fromOpenAI(
      {
        model: 'gpt-EVIL',
        messages: [u],
        tools: [{ type: 'function', function: { ...tool, parameters: evil } }],
        temperature: 0.123,
        response_format: { type: 'json_schema', json_schema: { name: 'x', schema: evil } },
      },
      options,
    ),
  Responses: () =>
    fromOpenAIResponses(
      { input: [u], text: { format: { type: 'json_schema', name: 'x', schema: evil } } },
      options,
    ),
  Messages: () =>
    fromAnthropic(
      {
        messages: [u],
        tools: [{ ...tool, input_schema: evil }],
        output_config: { format: { type: 'json_schema', schema: evil } },
      },
      options,
    ),
  generateContent: () =>
    fromGemini(
      {
        contents: 'KEPT',
        config: { responseMimeType: 'application/json', responseJsonSchema: evil, temperature: 0.123 },
      },
      options,
    ),
  'AI SDK': () =>
    fromAISDK({ messages: [u], responseFormat: { type: 'json', schema: evil }, temperature: 0.123 }, options),
  LangChain: () =>
    fromLangChain({ messages: [u], tools: [{ type: 'function', function: tool }], model: 'EVIL' }, options),
}

test.each(Object.entries(inputs))('a declaration of a client is never kept (%s)', async (_, read) => {
  const conversation = read()
  expect(conversation.agent).toEqual({ name: 'agent', identity: false })
  expect(conversation.diagnostics?.map(({ code }) => code)).toEqual(['CX6013'])
  for (const target of [
    { model: 'gpt-4-turbo', target: 'openai-chat' },
    { model: 'claude-3-haiku-20240307' },
    { target: 'text', budget: 9000 },
  ] as const) {
    const { ok, request } = await compile(conversation, target as { model: string })
    expect(ok).toBe(true)
    expect(JSON.stringify(request)).toContain('KEPT')
    expect(JSON.stringify(request)).not.toMatch(/EVIL|0\.123/)
  }
})

test('each declaration is reported by its place', () => {
  const { diagnostics } = (inputs['Chat Completions'] as () => Conversation)()
  expect(diagnostics).toMatchObject([
    { code: 'CX6013', at: ['d:model', 'd:tools', 'd:outputSchema', 'd:generateConfig'] },
  ])
})

const file = (part: object, read: (part: object) => Conversation) => [part, read] as const
const chat = (part: object): Conversation =>
  fromOpenAI([{ role: 'user', content: [part, { type: 'text', text: 'KEPT' }] }] as object[], options)
const sdk = (part: object): Conversation =>
  fromAISDK([{ role: 'user', content: [part, { type: 'text', text: 'KEPT' }] }] as object[], options)

test.each([
  file({ type: 'image_url', image_url: { url: 'gs://bucket/EVIL.png' } }, chat),
  file(
    {
      type: 'file',
      data: 'https://generativelanguage.googleapis.com/v1beta/files/EVIL',
      mediaType: 'application/pdf',
    },
    sdk,
  ),
  file({ type: 'file', data: 'file-EVIL', mediaType: 'application/pdf' }, sdk),
  file({ type: 'image', image: { type: 'url', url: 'files/EVIL' } }, sdk),
])('a stored file is dropped whatever its form: %j', async (part, read) => {
  const conversation = read(part)
  expect(conversation.diagnostics).toMatchObject([{ code: 'CX6007', at: ['e:0.0'] }])
  for (const target of ['gemini', 'ai-sdk', 'openai-chat'] as const) {
    const { request } = await compile(conversation, { target, model: 'gemini-3.8-flash' })
    expect(JSON.stringify(request)).toContain('KEPT')
    expect(JSON.stringify(request)).not.toContain('EVIL')
  }
})
