// System messages with options of Claude's package: what ctxc writes, and what the package makes of it on the wire.
import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText } from 'ai'
import { compile } from 'ctxc'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { fakeProvider } from 'ctxc/testing'
import { describe, expect, test } from 'vitest'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const options = (anthropic: object) => ({ providerOptions: { anthropic } })
const passing = { role: 'system', content: 'In French.', ...options({ clearAt: 'next_user_message' }) }
const low = { role: 'system', content: '', ...options({ effort: 'low' }) }
const removed = {
  role: 'system',
  content: '',
  ...options({ toolChanges: [{ type: 'tool_removal', toolName: 'ls' }] }),
}
const asked = [{ role: 'user', content: 'a' }]
const later = [
  { role: 'assistant', content: 'x' },
  { role: 'user', content: 'b' },
]

const run = async (messages: readonly object[], model: string, target: 'ai-sdk' | 'anthropic' | 'openai') => {
  const given = fromAISDK({
    system: 'S',
    messages: messages as never,
    tools: { ls: { inputSchema: { jsonSchema: { type: 'object', properties: {} } } } } as never,
  })
  const { ok, request, diagnostics } = await compile(given, { model, target, budget: 8_000 })
  expect(ok).toBe(true)
  const told = diagnostics.flatMap(({ code, level, data }) =>
    level === 'warn' ? [`${code} ${data.type}`] : [],
  )
  return { request: request as unknown as { messages: { role: string }[] }, told }
}

/** Returns the messages that the real package sends for a request. */
async function onTheWire(request: object): Promise<readonly { role: string }[]> {
  let body = '{}'
  const anthropic = createAnthropic({
    apiKey: 'none',
    fetch: async (_, init) => {
      body = String(init?.body)
      return Response.json({ error: { message: 'stop' } }, { status: 400 })
    },
  })
  const call = { maxRetries: 0, ...request, model: anthropic('claude-opus-5') }
  await generateText(call as never).catch(() => {})
  return JSON.parse(body).messages
}

describe.each([
  [
    'a text for one turn',
    passing,
    { content: [{ type: 'text', text: 'In French.' }], clear_at: 'next_user_message' },
  ],
  ['an effort', low, { content: [], output_config: { effort: 'low' } }],
  [
    'a removed tool',
    removed,
    { content: [{ type: 'tool_removal', tool: { type: 'tool_reference', name: 'ls' } }] },
  ],
])('%s in a system message of the AI SDK', (_, entry, wire) => {
  test("is sent by Claude's package, in its place", async () => {
    const { request, told } = await run([...asked, entry, ...later], 'claude-opus-5', 'ai-sdk')
    expect(told).toEqual([])
    expect(fakeProvider('ai-sdk').violations({ ...request, model: 'anthropic/claude-opus-5' })).toEqual([])
    expect((await onTheWire(request))[1]).toEqual({ role: 'system', ...wire })
  })

  test("has the same form for Claude's own API", async () => {
    const { request, told } = await run([...asked, entry, ...later], 'claude-opus-5', 'anthropic')
    expect(told).toEqual([])
    expect(request.messages[1]).toEqual({ role: 'system', ...wire })
  })

  test.each([
    ['claude-sonnet-5', 'ai-sdk'],
    ['gpt-5.4', 'ai-sdk'],
    ['gpt-5.4', 'openai'],
    ['claude-sonnet-5', 'anthropic'],
  ] as const)('is dropped for %s by %s with a warning once its turn is over', async (model, target) => {
    const { request, told } = await run([...asked, entry, ...later], model, target)
    expect(told).toEqual([
      expect.stringMatching(/^CX7008 (clear_at|system-changes|output_config|tool_removal)$/),
    ])
    expect(JSON.stringify(request)).not.toMatch(/French|tool_removal|"low"/)
  })
})

describe('a compaction of Claude in a message of the AI SDK', () => {
  const fields = {
    signature: 'SIG',
    encrypted_content: 'E',
    tool_changes: [{ type: 'tool_removal', tool: { type: 'tool_reference', name: 'ls' } }],
  }
  const block = { type: 'text', text: 'Summary.', ...options({ type: 'compaction', ...fields }) }
  const signed = { type: 'reasoning', text: 'hm', ...options({ signature: 'c2ln' }) }
  const kept = { role: 'assistant', content: [signed, { type: 'text', text: 'x' }] }
  const messages = [{ role: 'assistant', content: [block] }, ...asked, kept, { role: 'user', content: 'b' }]

  test("goes to Claude's API with all its fields", async () => {
    const { request } = await run(messages, 'claude-opus-5-5', 'anthropic')
    expect(request.messages[0]).toEqual({
      role: 'assistant',
      content: [{ type: 'compaction', content: 'Summary.', ...fields }],
    })
    expect(JSON.stringify(request)).toContain('c2ln')
  })

  test("loses the fields that Claude's package does not send, and with them the thinking after it", async () => {
    const given = fromAISDK({ system: 'S', messages: messages as never })
    const { request, diagnostics } = await compile(given, { model: 'claude-opus-5-5', target: 'ai-sdk' })
    const sent = await onTheWire(request as object)
    expect(sent[0]).toEqual({
      role: 'assistant',
      content: [{ type: 'compaction', content: 'Summary.', signature: 'SIG' }],
    })
    expect(JSON.stringify(sent)).not.toContain('c2ln')
    expect(diagnostics.map(({ code, data }) => [code, data.fields ?? data.why])).toEqual([
      ['CX7019', ['encrypted_content', 'tool_changes']],
      ['CX7007', 'what precedes it changed'],
    ])
  })

  test('without such fields keeps the thinking after it', async () => {
    const plain = { ...block, ...options({ type: 'compaction', signature: 'SIG' }) }
    const given = fromAISDK({
      system: 'S',
      messages: [{ role: 'assistant', content: [plain] }, ...messages.slice(1)] as never,
    })
    const { request, diagnostics } = await compile(given, { model: 'claude-opus-5-5', target: 'ai-sdk' })
    expect(JSON.stringify(await onTheWire(request as object))).toContain('c2ln')
    expect(diagnostics.map(({ code }) => code)).not.toContain('CX7019')
  })
})
