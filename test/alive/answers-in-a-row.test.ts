import { compile, createCompiler, createSession } from 'ctxc'
import { createConversationCompiler } from 'ctxc/compile'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { fromAnthropic } from 'ctxc/from/anthropic'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { describe, expect, test } from 'vitest'

const model = 'claude-fable-5-2'
const tools = [{ name: 'ls', input_schema: { type: 'object' } }]
const partial = [
  { role: 'user', content: 'q' },
  { role: 'assistant', content: 'partial' },
]
const thinking = { type: 'thinking', thinking: 'hm', signature: 'S1' }
const ends = {
  text: [
    { role: 'assistant', content: [thinking, { type: 'text', text: 'rest' }] },
    { role: 'user', content: 'next' },
  ],
  call: [
    { role: 'assistant', content: [thinking, { type: 'tool_use', id: 't1', name: 'ls', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] },
  ],
}
const request = (messages: readonly object[]) =>
  fromAnthropic({ model, max_tokens: 99, messages: messages as never, tools: tools as never })

describe('an answer to a filler follows it again', () => {
  test.each(Object.entries(ends))('in a list of messages that ends with a %s', async (_, end) => {
    const [one, two] = [await compile(request(partial)), await compile(request([...partial, ...end]))]
    expect(two.request?.messages.slice(0, 3)).toEqual(one.request?.messages)
    expect(two.request?.messages[3]?.content[0]).toEqual(thinking)
    expect(two.diagnostics.map(({ code }) => code)).toContain('CX7004')
  })

  test.each(Object.entries(ends))('in a conversation that ends with a %s', async (_, end) => {
    const compiler = createConversationCompiler({ model })
    const one = await compiler.compile(request(partial))
    const two = await compiler.compile(request([...partial, ...end]))
    expect(two.request?.messages.slice(0, 3)).toEqual(one.request?.messages)
    expect(two.request?.messages[3]?.content[0]).toEqual(thinking)
  })

  test('in a session', async () => {
    const compiler = createCompiler({ name: 'agent', model })
    const messagesOf = ({ request: body }: { readonly request: object | null }) =>
      (body as { readonly messages: readonly object[] }).messages
    const native = { format: 'anthropic', payload: thinking } as const
    const first = createSession({
      events: [
        { author: 'user', text: 'q' },
        { author: 'agent', text: 'partial' },
      ],
    })
    const one = await compiler.compile(first)
    const session = first.append(
      {
        author: 'agent',
        parts: [
          { kind: 'reasoning', text: 'hm', native, model },
          { kind: 'text', text: 'rest' },
        ],
      },
      { author: 'user', text: 'next' },
    )
    for (const plan of [one.plan, null]) {
      const two = await compiler.compile(session, { plan })
      expect(messagesOf(two).slice(0, 3)).toEqual(messagesOf(one))
      expect(JSON.stringify(two.request)).toContain('S1')
    }
  })

  test('in messages of the AI SDK', async () => {
    const id = `anthropic.messages/${model}`
    const first = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [{ type: 'text', text: 'partial' }] },
    ]
    const providerOptions = { anthropic: { signature: 'S1' } }
    const answer = [
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions },
          { type: 'text', text: 'rest' },
        ],
      },
      { role: 'user', content: 'next' },
    ]
    const read = (messages: readonly object[]) => fromAISDK(messages as never, { model: id })
    const one = await compile(read(first), { model: id, target: 'ai-sdk' })
    const two = await compile(read([...first, ...answer]), { model: id, target: 'ai-sdk' })
    expect(two.request?.messages.slice(0, 3)).toEqual(one.request?.messages)
    expect(JSON.stringify(two.request)).toContain('S1')
  })
})

test('an answer in several messages stays one answer', async () => {
  const pieces = [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: [thinking] },
    { role: 'assistant', content: 'Let me look.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'ls', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] },
  ]
  const { request: body } = await compile(request(pieces))
  expect(body?.messages.map(({ role, content }) => [role, content.length])).toEqual([
    ['user', 1],
    ['assistant', 3],
    ['user', 1],
  ])
})

test('an answer after a call without a result follows the error result again', async () => {
  const call = [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't0', name: 'ls', input: {} }] },
  ]
  const one = await compile(request(call))
  const two = await compile(request([...call, ...ends.text]))
  expect(two.request?.messages.slice(0, 3)).toEqual(one.request?.messages)
  expect(two.request?.messages[3]?.content[0]).toEqual(thinking)
})

test.each([
  ['a call without a result', []],
  ['a call without a result and an answer without reasoning', ['b']],
])('reasoning of GPT-6.2 after %s is left out', async (_, between) => {
  const said = (text: string) => ({
    ...{ type: 'message', role: 'assistant', id: `msg_${text}`, status: 'completed' },
    content: [{ type: 'output_text', text, annotations: [] }],
  })
  const thought = (id: string) => ({ type: 'reasoning', id, summary: [], encrypted_content: `E${id}` })
  const input = [
    { role: 'user', content: 'q' },
    thought('rs_1'),
    { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'ls', arguments: '{}' },
    ...between.map(said),
    thought('rs_2'),
    said('a'),
    { role: 'user', content: 'next' },
  ]
  const options = { target: 'openai' } as const
  const at = async (id: string) =>
    compile(fromOpenAIResponses({ model: id, input: input as never, store: false }), options)
  const [bound, free] = [await at('gpt-6.2-sol'), await at('gpt-6.1-sol')]
  expect(bound.request?.input.filter(({ type }) => type === 'reasoning')).toEqual([])
  expect(bound.diagnostics.map(({ code }) => code)).toContain('CX7007')
  expect(free.request?.input.filter(({ type }) => type === 'reasoning')).toHaveLength(2)
})

test('reasoning of GPT-6.2 after a trim is left out and reported', async () => {
  const input: object[] = []
  for (let turn = 0; turn < 60; turn++)
    input.push(
      { role: 'user', content: `Question ${turn} ${'words to fill '.repeat(40)}` },
      { type: 'reasoning', id: `rs_${turn}`, summary: [], encrypted_content: `gAAAA${turn}` },
      {
        type: 'message',
        role: 'assistant',
        id: `msg_${turn}`,
        status: 'completed',
        content: [{ type: 'output_text', text: `Answer ${turn}`, annotations: [] }],
      },
    )
  input.push({ role: 'user', content: 'And?' })
  const conversation = fromOpenAIResponses({ model: 'gpt-6.2-sol', input: input as never, store: false })
  const whole = await compile(conversation)
  expect(whole.request?.input.filter(({ type }) => type === 'reasoning')).toHaveLength(60)
  const { ok, request: body, diagnostics } = await compile(conversation, { budget: 3_000 })
  expect(ok).toBe(true)
  expect(body?.input.filter(({ type }) => type === 'reasoning')).toEqual([])
  const lost = diagnostics.find(({ code }) => code === 'CX7007')
  expect(lost).toMatchObject({ level: 'warn', data: { why: 'what precedes it changed' } })
})
