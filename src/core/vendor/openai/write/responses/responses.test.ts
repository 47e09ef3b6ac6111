import { expect, test } from 'vitest'
import { fromOpenAI, fromOpenAIResponses } from '../../../../../from.ts'
import { compile } from '../../../../compile/compile.ts'
import type { Part } from '../../../../ir/part.ts'
import { createSession } from '../../../../session/create.ts'

const hello = { role: 'user', content: 'Hi' }
const dropped = (result: Awaited<ReturnType<typeof compile>>): unknown[] =>
  result.diagnostics.filter(({ code }) => code === 'CX7012').map(({ data }) => data.setting)

test('an item of a known type keeps only the fields of its type, and one of a new type keeps all', async () => {
  const input = [
    hello,
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: {}, role: 'x' },
    { type: 'hologram_call', id: 'h_1', shape: 'x' },
  ]
  const { request } = await compile(fromOpenAIResponses(input), { model: 'gpt-5.4' })
  expect(request?.input.slice(1)).toEqual([
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: {} },
    input[2],
  ])
})

test('a compaction is sent only to its own model family', async () => {
  const compaction = { type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA' }
  const conversation = fromOpenAIResponses({ model: 'gpt-5.4', input: [compaction, hello] })
  const same = await compile(conversation, { model: 'gpt-5.4-mini' })
  expect(same.request?.input).toEqual([compaction, hello])
  expect(same.tokens.exact).toBe(false)
  const other = await compile(conversation, { model: 'gpt-5.1' })
  expect(other.request?.input).toEqual([hello])
  expect(other.diagnostics.map(({ code }) => code)).toContain('CX7008')
})

test('a configuration update is not sent with automatic truncation', async () => {
  const input = [{ type: 'configuration_update', reasoning: { effort: 'low' } }, hello]
  const model = 'gpt-6-astra'
  const kept = await compile(fromOpenAIResponses({ model, input }))
  expect(kept.request?.input).toHaveLength(2)
  const left = await compile(fromOpenAIResponses({ model, input, truncation: 'auto' }))
  expect(left.request?.input).toEqual([hello])
})

test('a configuration update is sent beside a compaction within the answer', async () => {
  const input = [{ type: 'configuration_update', reasoning: { effort: 'low' } }, hello]
  const managed = { context_management: [{ type: 'compaction', compact_threshold: 9_000 }] }
  const { request } = await compile(fromOpenAIResponses({ model: 'gpt-6-astra', input, ...managed } as never))
  expect(request?.input).toEqual(input)
})

test('consecutive configuration updates are joined, and the later one counts', async () => {
  const update = (fields: object) => ({ type: 'configuration_update', ...fields })
  const format = { type: 'text' }
  const input = [
    update({ reasoning: { effort: 'low' }, text: { format } }),
    update({ reasoning: { effort: 'high' } }),
    hello,
  ]
  const { ok, request } = await compile(fromOpenAIResponses({ model: 'gpt-6-astra', input } as never))
  expect([ok, request?.input]).toEqual([
    true,
    [update({ reasoning: { effort: 'high' }, text: { format } }), hello],
  ])
})

test('numbers out of range are dropped', async () => {
  const given = { model: 'gpt-4.1', temperature: 3, top_p: -1, max_output_tokens: 15 }
  const result = await compile(fromOpenAIResponses({ ...given, input: [hello] }))
  expect(result.request).toEqual({ model: 'gpt-4.1', input: [hello] })
  expect(dropped(result)).toEqual(['temperature', 'topP', 'maxOutputTokens'])
})

test("a choice among the API's own tools is kept", async () => {
  const given = {
    model: 'gpt-5.4',
    tools: [{ type: 'web_search' }],
    tool_choice: 'required',
    parallel_tool_calls: false,
  }
  const { request } = await compile(fromOpenAIResponses({ ...given, input: [hello] }))
  expect(request).toEqual({ ...given, input: [hello] })
})

test('complete annotations of an answer are kept', async () => {
  const cited = { type: 'url_citation', url: 'https://x.org', title: 'X', start_index: 0, end_index: 5 }
  const annotations = [{ ...cited, note: 'unknown' }, { type: 'url_citation' }]
  const parts: Part[] = [
    { kind: 'text', text: 'Hello', extra: { format: 'openai', fields: { annotations } } },
  ]
  const session = createSession({
    events: [
      { author: 'user', parts: [{ kind: 'text', text: 'Hi' }] },
      {
        author: 'agent',
        parts,
        extra: { format: 'openai', fields: { id: 'msg_1' } },
      },
    ],
  })
  const { request } = await compile({ ...fromOpenAIResponses([]), session }, { model: 'gpt-5.4' })
  expect(request?.input.at(-1)).toMatchObject({
    id: 'msg_1',
    content: [{ type: 'output_text', text: 'Hello', annotations: [cited] }],
  })
})

test('an output whose call is on the server is sent as text elsewhere, and its size is not exact', async () => {
  const output = { type: 'function_call_output', call_id: 'call_1', output: 'sunny' }
  const conversation = fromOpenAIResponses({ previous_response_id: 'resp_1', input: [output, hello] })
  const own = await compile(conversation, { model: 'gpt-5.4' })
  expect(own.request?.input).toEqual([output, hello])
  expect(own.tokens.exact).toBe(false)
  const other = await compile(conversation, { model: 'claude-sonnet-5', target: 'anthropic' })
  expect(JSON.stringify(other.request)).toContain('sunny')
})

test('a spoken answer in Chat is sent by its id', async () => {
  const spoken = {
    role: 'assistant',
    audio: { id: 'audio_1', expires_at: 1, data: 'AAAA', transcript: 'Hello' },
  }
  const { request, diagnostics } = await compile(fromOpenAI([hello, spoken, hello]), { model: 'gpt-4.1' })
  expect(request?.messages[1]).toEqual({ role: 'assistant', audio: { id: 'audio_1' } })
  expect(diagnostics).toEqual([])
})

test('a request to Chat keeps four stop sequences, and the others are reported', async () => {
  const stop = ['a', 'b', 'c', 'd', 'e']
  const result = await compile(fromOpenAI({ model: 'gpt-4.1', messages: [hello], stop, seed: 1.5 }))
  expect(result.request).toMatchObject({ stop: ['a', 'b', 'c', 'd'] })
  expect(dropped(result)).toEqual(['stopSequences', 'seed'])
})

test.each(['function_call_output', 'custom_tool_call_output'])(
  'audio in a %s whose call is stored at the server is named as text',
  async type => {
    const audio = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }
    const image = { type: 'input_image', detail: 'auto', file_id: 'file_1' }
    const output = [{ type: 'input_text', text: 'Listen.' }, audio, image]
    const input = [{ type, call_id: 'call_1', output }]
    const conversation = fromOpenAIResponses({ model: 'gpt-5.4', previous_response_id: 'resp_1', input })
    const { request, diagnostics } = await compile(conversation, { target: 'openai' })
    const said = { type: 'input_text', text: '[file, audio/wav]' }
    expect(request?.input).toMatchObject([{ type, output: [output[0], said, image] }])
    expect(diagnostics.map(({ code, at }) => [code, at])).toEqual([['CX7015', ['e:0.0']]])
  },
)
