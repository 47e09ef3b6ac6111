import { compile } from 'ctxc'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { fromAnthropic } from 'ctxc/from/anthropic'
import { fromGemini } from 'ctxc/from/gemini'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { describe, expect, test } from 'vitest'
import { png } from '../images.ts'

const data = png(1_024, 768, 60_000)
const url = `data:image/png;base64,${data}`

const openai = (...items: object[]) =>
  fromOpenAIResponses({
    model: 'gpt-5.4',
    input: [{ role: 'user', content: 'Look.' }, ...items, { role: 'user', content: 'Next.' }],
  })
const claude = (...content: object[]) =>
  fromAnthropic({
    model: 'claude-sonnet-5',
    max_tokens: 99,
    messages: [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content },
      { role: 'user', content: 'Next.' },
    ],
  })

const holders = {
  'a screenshot of the computer tool': openai(
    {
      type: 'computer_call',
      id: 'cu_1',
      call_id: 'c1',
      action: { type: 'screenshot' },
      pending_safety_checks: [],
      status: 'completed',
    },
    { type: 'computer_call_output', call_id: 'c1', output: { type: 'computer_screenshot', image_url: url } },
  ),
  'an image that was generated': openai({
    type: 'image_generation_call',
    id: 'ig_1',
    status: 'completed',
    result: data,
  }),
  'an image of the code interpreter': openai({
    type: 'code_interpreter_call',
    id: 'ci_1',
    code: 'plot()',
    container_id: 'cntr_1',
    status: 'completed',
    outputs: [
      { type: 'logs', logs: 'drawn' },
      { type: 'image', url },
    ],
  }),
  'an image of an MCP server': claude(
    { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'shot', server_name: 's', input: {} },
    {
      type: 'mcp_tool_result',
      tool_use_id: 'mcptoolu_1',
      is_error: false,
      content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }],
    },
  ),
  'an image in a part of a new type': fromGemini({
    contents: [
      { role: 'user', parts: [{ text: 'Look.' }] },
      {
        role: 'model',
        parts: [
          {
            toolResponse: {
              id: 't1',
              toolType: 'GOOGLE_SEARCH_IMAGE',
              response: { image: { mimeType: 'image/png', data } },
            },
          },
          { text: 'Found.' },
        ],
      },
      { role: 'user', parts: [{ text: 'Next.' }] },
    ],
  }),
  'an image that the AI SDK stored': fromAISDK([
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: [
        {
          type: 'tool-call',
          toolCallId: 'ig_1',
          toolName: 'image_generation',
          input: {},
          providerExecuted: true,
        },
        {
          type: 'tool-result',
          toolCallId: 'ig_1',
          toolName: 'image_generation',
          output: { type: 'json', value: { result: data } },
        },
      ],
    },
    { role: 'user', content: 'Next.' },
  ] as never),
}
const targets = [
  ['openai', 'gpt-5.4'],
  ['openai-chat', 'gpt-5.4'],
  ['anthropic', 'claude-sonnet-5'],
  ['gemini', 'gemini-3.5-flash'],
  ['ai-sdk', 'anthropic/claude-sonnet-5'],
  ['text', 'llama-3'],
] as const

/** Every string of a request that has base64 of the image among other text. */
const spelled = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.includes(data.slice(0, 60)) && value !== data && value !== url
      ? [value.slice(0, 80)]
      : []
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(spelled)
      : []

describe.each(Object.entries(holders))('%s', (_name, conversation) => {
  test.each(targets)('is an image for %s, not base64 in a text', async (target, model) => {
    const { ok, request, tokens } = await compile(conversation, { target, model, budget: 30_000 })
    expect(ok).toBe(true)
    expect(spelled(request)).toEqual([])
    expect(tokens.max).toBeLessThan(6_000)
    const holds = JSON.stringify(request).includes(data)
    expect(holds || target === 'text').toBe(true)
  })
})

test('the answer to a call that only the server has keeps its image', async () => {
  const { request, tokens } = await compile(
    fromOpenAIResponses({
      model: 'gpt-5.4',
      previous_response_id: 'resp_1',
      input: [
        {
          type: 'function_call_output',
          call_id: 'c1',
          output: [{ type: 'input_image', image_url: url, detail: 'auto' }],
        },
      ],
    }),
    { target: 'openai' },
  )
  expect(spelled(request)).toEqual([])
  expect(tokens.max).toBeLessThan(1_500)
})

test.each([
  { type: 'image_generation_call', id: 'ig_1', status: 'failed', result: null },
  { type: 'image_generation_call', id: 'ig_1', status: 'generating', result: null },
  { type: 'web_search_call', id: 'ws_1', status: 'searching', action: { type: 'search', query: 'x' } },
])('$type ($status) is dropped if the server stores nothing', async item => {
  const conversation = (store: boolean) =>
    fromOpenAIResponses({
      model: 'gpt-5.4',
      store,
      input: [{ role: 'user', content: 'Draw.' }, item, { role: 'user', content: 'Nicer.' }],
    })
  const dropped = await compile(conversation(false), { target: 'openai' })
  expect(JSON.stringify(dropped.request)).not.toContain(item.type)
  const told = dropped.diagnostics.map(({ code, data }) => [code, (data as { why?: string }).why])
  expect(told).toContainEqual(['CX7008', 'never stored'])
  const kept = await compile(conversation(true), { target: 'openai' })
  expect(JSON.stringify(kept.request)).toContain(item.type)
})
