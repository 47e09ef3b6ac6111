import { compile, type Diagnostic } from 'ctxc'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { fromAnthropic } from 'ctxc/from/anthropic'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { describe, expect, test } from 'vitest'

const model = 'claude-opus-5-5'
const block = (n: number) => ({
  type: 'compaction',
  content: `Summary ${n}`,
  encrypted_content: `E${n}`,
  signature: `SIG${n}`,
  tool_changes: [{ type: 'tool_removal', name: 'ls' }],
})
const kept = [
  { role: 'user', content: 'c' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'x', signature: 'S' },
      { type: 'text', text: 'd' },
    ],
  },
  { role: 'user', content: 'e' },
]
const run = (messages: readonly object[], fields: object = {}) =>
  compile(fromAnthropic({ model, max_tokens: 1_000, messages: messages as never, ...fields }), { model })

describe('a compaction of Claude on demand', () => {
  test('is asked for at the end of an answer, without a filler', async () => {
    const asked = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ]
    const { ok, request, diagnostics } = await run(asked, {
      compaction: { type: 'summarize' },
      stop_sequences: ['END'],
    })
    expect([ok, request?.messages.map(({ role }) => role)]).toEqual([true, ['user', 'assistant']])
    expect(request).not.toHaveProperty('stop_sequences')
    expect(diagnostics.map(({ code }) => code)).toEqual(['CX7012'])
  })

  test.each(['assistant', 'user'])('stands first, as it came, in a message of the %s', async role => {
    const { ok, request, diagnostics } = await run([{ role, content: [block(1)] }, ...kept], {
      context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
    })
    expect(ok).toBe(true)
    expect(request?.messages[0]).toMatchObject({ role, content: [block(1)] })
    expect(JSON.stringify(request?.messages)).toContain('"S"')
    expect(request).not.toHaveProperty('context_management')
    expect(diagnostics.map(({ code }) => code)).not.toContain('CX7004')
  })

  test('goes back without the empty fields that a serializer added', async () => {
    const added = { ...block(1), citations: null, encrypted_content: null }
    const { ok, request } = await run([{ role: 'assistant', content: [added] }, ...kept])
    expect([ok, request?.messages[0]?.content]).toEqual([true, [{ ...block(1), encrypted_content: null }]])
    expect(JSON.stringify(request?.messages)).toContain('"S"')
  })

  test('replaces what precedes it, an answer directly before it included', async () => {
    const { ok, request } = await run([
      { role: 'assistant', content: [block(1)] },
      { role: 'user', content: 'b' },
      { role: 'assistant', content: 'c' },
      { role: 'assistant', content: [block(2)] },
      { role: 'user', content: 'd' },
    ])
    expect(ok).toBe(true)
    expect(request?.messages).toEqual([
      { role: 'assistant', content: [block(2)] },
      { role: 'user', content: [{ type: 'text', text: 'd' }] },
    ])
  })

  test('stays a message of its own before a kept answer', async () => {
    const { ok, request } = await run([{ role: 'assistant', content: [block(1)] }, ...kept.slice(1)])
    expect([ok, request?.messages.map(({ role }) => role)]).toEqual([
      true,
      ['assistant', 'assistant', 'user'],
    ])
  })
})

test('a compaction of Claude without a summary goes back as it came', async () => {
  const { ok, request } = await run([
    { role: 'user', content: 'a' },
    {
      role: 'assistant',
      content: [
        { type: 'compaction', content: null },
        { type: 'text', text: 'b' },
      ],
    },
    { role: 'user', content: 'c' },
  ])
  expect(ok).toBe(true)
  expect(request?.messages[1]?.content[0]).toEqual({ type: 'compaction', content: null })
})

test('a compaction of Claude in the form of the AI SDK stands first', async () => {
  const id = `anthropic.messages/${model}`
  const providerOptions = { anthropic: { type: 'compaction', signature: 'SIG1' } }
  const prompt = [
    { role: 'assistant', content: [{ type: 'text', text: 'Summary 1', providerOptions }] },
    { role: 'user', content: 'Go on.' },
  ]
  const conversation = fromAISDK(prompt as never, { model: id })
  const sdk = await compile(conversation, { model: id, target: 'ai-sdk' })
  expect([sdk.ok, sdk.request?.messages.map(({ role }) => role)]).toEqual([true, ['assistant', 'user']])
  const api = await compile(conversation, { model, target: 'anthropic' })
  expect(api.request?.messages[0]).toMatchObject({ role: 'assistant', content: [{ signature: 'SIG1' }] })
})

const said = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
const sealed = { type: 'compaction', id: 'cm_1', encrypted_content: 'E' }
const responses = (input: readonly object[]) =>
  compile(fromOpenAIResponses({ model: 'gpt-6-sol', input: input as never }), { budget: 8_000 })

test("a window of OpenAI's compaction keeps its user messages", async () => {
  const { ok, request } = await responses([
    said('My name is Ada.'),
    said('I like tea.'),
    sealed,
    said('Who am I?'),
  ])
  expect([
    ok,
    request?.input.map(({ type, role }: { type?: string; role?: string }) => role ?? type),
  ]).toEqual([true, ['user', 'user', 'compaction', 'user']])
})

test('a configuration update before a compaction of OpenAI follows it', async () => {
  const update = { type: 'configuration_update', reasoning: { effort: 'high' } }
  const { ok, request } = await responses([said('a'), update, sealed, said('b')])
  expect([
    ok,
    request?.input.map(({ type, role }: { type?: string; role?: string }) => role ?? type),
  ]).toEqual([true, ['user', 'compaction', 'configuration_update', 'user']])
})

describe('beside a compaction of Claude on demand, settings that the API refuses are dropped and named', () => {
  const fields = {
    tools: [{ name: 'ls', input_schema: { type: 'object' } }],
    tool_choice: { type: 'any' },
    output_config: {
      effort: 'high',
      format: {
        type: 'json_schema',
        schema: { type: 'object', properties: {}, additionalProperties: false },
      },
      task_budget: { type: 'tokens', total: 64_000, remaining: 9_000 },
    },
  }
  const dropped = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.filter(({ code }) => code === 'CX7012').flatMap(({ at }) => at)

  test('the format, the forced tool and the rest of the budget, in the request for it', async () => {
    const { ok, request, diagnostics } = await run(kept, { ...fields, compaction: { type: 'summarize' } })
    expect(ok).toBe(true)
    expect(request).toMatchObject({
      output_config: { effort: 'high', task_budget: { type: 'tokens', total: 64_000 } },
    })
    expect(request).not.toHaveProperty('tool_choice')
    expect(JSON.stringify(request)).not.toMatch(/"(format|remaining)"/)
    expect(dropped(diagnostics).toSorted()).toEqual([
      'd:extra.output_config.task_budget.remaining',
      'd:generateConfig.toolChoice',
      'd:outputSchema',
    ])
  })

  test('the rest of the budget, in a request that contains it', async () => {
    const messages = [{ role: 'assistant', content: [block(1)] }, ...kept]
    const { ok, request, diagnostics } = await run(messages, fields)
    expect([ok, request?.tool_choice?.type]).toEqual([true, 'any'])
    expect(request?.output_config).toMatchObject({ effort: 'high', format: { type: 'json_schema' } })
    expect(JSON.stringify(request)).not.toContain('"remaining"')
    expect(dropped(diagnostics)).toEqual(['d:extra.output_config.task_budget.remaining'])
  })
})
