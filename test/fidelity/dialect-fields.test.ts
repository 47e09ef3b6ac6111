import { expect, test } from 'vitest'
import { fromOpenAI } from '../../src/from.ts'
import { compile } from '../../src/index.ts'

const mark = { cache_control: { type: 'ephemeral' } }
const call = (fields: object = {}, inside: object = {}) => ({
  id: 'c1',
  type: 'function',
  function: { name: 'f', arguments: '{}', ...inside },
  ...fields,
})
const result = { role: 'tool', tool_call_id: 'c1', content: 'r' }

test('the cache marks of whole messages are on the last blocks for Claude', async () => {
  const conversation = fromOpenAI([
    { role: 'system', content: 'S', ...mark },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
      ...mark,
    },
    { role: 'assistant', content: 'a', tool_calls: [call()], ...mark },
    result,
    { role: 'user', content: 'b' },
  ])
  const { request, diagnostics } = await compile(conversation, {
    target: 'anthropic',
    model: 'claude-sonnet-5',
  })
  expect(diagnostics.filter(({ code }) => code !== 'CX7010')).toEqual([])
  expect(request?.system).toMatchObject([mark])
  const blocks =
    request?.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content)) ?? []
  expect(blocks.filter(block => 'cache_control' in block)).toMatchObject([
    { type: 'text', text: 'two' },
    { type: 'tool_use' },
  ])
})

test.each([
  ['on the call', call({ thought_signature: 'c2ln' })],
  [
    "in the fields of the function's provider",
    call({}, { provider_specific_fields: { thought_signature: 'c2ln' } }),
  ],
  ["in the fields of the call's provider", call({ provider_specific_fields: { thought_signature: 'c2ln' } })],
])('a signature of Gemini %s is read', async (_, signed) => {
  const conversation = fromOpenAI({
    model: 'gemini-3-pro-preview',
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: '', tool_calls: [signed] },
      result,
    ],
  })
  const { request, diagnostics } = await compile(conversation, { target: 'gemini' })
  expect(request?.contents[1]).toMatchObject({ parts: [{ thoughtSignature: 'c2ln' }] })
  expect(diagnostics.filter(({ code }) => code === 'CX7019')).toEqual([])
})

test('a summary without an id belongs to the only sealed detail', async () => {
  const of = { format: 'openai-responses-v1' }
  const conversation = fromOpenAI({
    model: 'openai/gpt-5.4',
    messages: [
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: 'a',
        reasoning_details: [
          { ...of, type: 'reasoning.summary', summary: 'I weighed it.' },
          { ...of, type: 'reasoning.encrypted', id: 'rs_1', data: 'gAAA' },
        ],
      },
      { role: 'user', content: 'b' },
    ],
  } as never)
  const { request } = await compile(conversation, { target: 'openai', model: 'gpt-5.4' })
  expect(request?.input[1]).toMatchObject({
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: 'I weighed it.' }],
    encrypted_content: 'gAAA',
  })
})
