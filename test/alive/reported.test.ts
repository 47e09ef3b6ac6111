import { answerOf, compile, createSession } from 'ctxc'
import { anthropicModel } from 'ctxc/models/anthropic'
import { describe, expect, test } from 'vitest'
import { bindingProvider } from '../../src/testing/fake/binding/index.ts'

const program = { name: 'bot', identity: false } as const
const user = (text: string) => ({ author: 'user', text })

/** Compiles a session, and returns what a signing provider answers and what the next compile says of it. */
async function dropped(vendor: 'openai' | 'anthropic') {
  const model = vendor === 'openai' ? 'gpt-6.2-sol' : 'claude-opus-5-5'
  const options = { model, target: vendor } as const
  const headers = vendor === 'openai' ? {} : { betas: ['thinking-binding-controls-2026-08-01'] }
  const provider = bindingProvider(vendor, headers as never)
  const answer = (request: object) => provider.answer(request as never).body as never
  const first = createSession({ events: [user('a')] })
  const one = await compile(program, first, options)
  const second = first.append(...answerOf(one, answer(one.request as object)), user('b'))
  const two = await compile(program, second, { ...options, plan: one.plan })
  // The app changes the text before the reasoning, unknown to the compiler.
  const text = JSON.stringify(two.request).replace('"a"', '"changed"')
  const sent = {
    ...JSON.parse(text),
    ...(vendor === 'anthropic' && {
      thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
    }),
  }
  const events = answerOf(two, answer(sent))
  const change = (request: object | null) => JSON.parse(JSON.stringify(request).replace('"a"', '"changed"'))
  const third = second.append(...events, user('c'))
  const three = await compile(program, third, { ...options, plan: two.plan })
  const fourth = third.append(...answerOf(three, { content: [{ type: 'text', text: 'd' }] }), user('e'))
  const four = await compile(program, fourth, { ...options, plan: three.plan })
  const judge = (request: object | null) => {
    const { alive, dead } = provider.judge(change(request))
    return { alive, dead: dead.length }
  }
  const later = await compile(program, fourth, options)
  return { reported: events.at(-1)?.actions?.dropped, three, four, later, second, judge }
}

describe.each(['openai', 'anthropic'] as const)('reasoning that %s reports as dropped', vendor => {
  test('is recorded with its place in the session, and the next compile warns of it once', async () => {
    const { reported, three, four, second } = await dropped(vendor)
    const reason = vendor === 'openai' ? 'prefix_mismatch' : 'prefix_binding_mismatch'
    expect(reported).toEqual([{ at: 'e:1.0', reason }])
    expect(second.event(1).parts[0]?.kind).toBe('reasoning')
    const told = three.diagnostics.filter(({ code, level }) => code === 'CX7007' && level === 'warn')
    expect(told.map(({ level, at, data }) => [level, at, data.why, data.reason])).toEqual([
      ['warn', ['e:1.0'], 'the provider dropped it', reason],
    ])
    const again = four.diagnostics.filter(({ code, level }) => code === 'CX7007' && level === 'warn')
    expect(again).toEqual([])
  })
})

test('reasoning that Claude reports as dropped is not sent again, and what it made since stays alive', async () => {
  const { three, four, later, judge } = await dropped('anthropic')
  expect(three.reasoning).toMatchObject({
    sent: 1,
    losses: [{ reason: 'reported', items: 1 }],
  })
  for (const { request } of [three, four, later]) expect(judge(request)).toEqual({ alive: 1, dead: 0 })
})

test('reasoning that OpenAI reports as dropped stays where later reasoning is bound to it', async () => {
  const { three, four, judge } = await dropped('openai')
  expect(three.reasoning).toMatchObject({ sent: 2, losses: [] })
  for (const { request } of [three, four]) expect(judge(request)).toEqual({ alive: 1, dead: 1 })
})

test.each(['model_binding_mismatch', 'organization_binding_mismatch', 'turn_boundary', 'constructor'])(
  'reasoning reported with %s is sent again',
  async reason => {
    const thought = (at: string) => ({ kind: 'reasoning', text: at, model: 'claude-opus-5-5' }) as const
    const parts = [
      {
        ...thought('a'),
        native: { format: 'anthropic', payload: { type: 'thinking', thinking: 'a', signature: 's' } },
      },
      { kind: 'text', text: 'b' },
    ] as never
    const actions = { dropped: [{ at: 'e:1.0', reason }] }
    const events = [
      user('a'),
      { author: 'bot', parts },
      user('c'),
      { author: 'bot', text: 'd', actions },
      user('e'),
    ]
    const { reasoning } = await compile(program, createSession({ events }), { model: 'claude-opus-5-5' })
    expect(reasoning.sent).toBe(1)
  },
)

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: 'x' }],
  stop_reason: 'end_turn',
}
const one = async () => compile(program, createSession({ events: [user('a')] }), { model: 'claude-opus-5-5' })

test('reasoning that an old account still reads is told apart', async () => {
  const entry = {
    type: 'thinking_mismatch_allowed',
    path: 'messages.7.content.0',
    reason: 'prefix_binding_mismatch',
  }
  const response = { ...message, input_transformations: [entry, { type: 'new' }] }
  const [event] = answerOf(await one(), response as never)
  expect(event?.actions?.dropped).toEqual([{ reason: 'prefix_binding_mismatch', used: true }])
  const session = createSession({ events: [user('a'), { ...event, author: 'bot' }, user('b')] })
  const { diagnostics } = await compile(program, session, { model: 'claude-opus-5-5' })
  expect(diagnostics[0]).toMatchObject({ code: 'CX7007', level: 'warn', at: ['e:1'], data: { used: true } })
})

test('a clean report is recorded, and no report records nothing', async () => {
  for (const input_transformations of [[], [{ type: 'tool_dropped', reason: 'x' }], [null]]) {
    const response = { ...message, input_transformations }
    expect(answerOf(await one(), response as never)[0]?.actions).toEqual({ dropped: [] })
  }
  for (const input_transformations of [null, 'x', undefined]) {
    const response = { ...message, input_transformations }
    expect(answerOf(await one(), response as never)[0]?.actions).toBeUndefined()
  }
  const output = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] }]
  const [whole, part] = [{ object: 'response', output }, { output }].map(async response =>
    answerOf(await one(), response as never),
  )
  expect((await whole)?.[0]?.actions).toEqual({ dropped: [] })
  expect((await part)?.[0]?.actions).toBeUndefined()
})

test("a report of Claude's package for the AI SDK is read", async () => {
  const result = {
    content: [{ type: 'text', text: 'x' }],
    finishReason: 'stop',
    warnings: [],
    providerMetadata: {
      anthropic: {
        inputTransformations: [
          { type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'model_binding_mismatch' },
        ],
      },
    },
  }
  const asked = await compile(program, createSession({ events: [user('a')] }), {
    model: 'claude-opus-5-5',
    target: 'ai-sdk',
  })
  expect(answerOf(asked, result as never)[0]?.actions?.dropped).toEqual([
    { reason: 'model_binding_mismatch' },
  ])
})

test('a session from outside repeats no words as reasons', async () => {
  const actions = { dropped: [{ at: 'SECRET', reason: 'SECRET words' }] }
  const session = createSession({
    events: [user('a'), { author: 'bot', text: 'x', actions }, user('b')],
  })
  const { diagnostics } = await compile(program, session, { model: 'claude-opus-5-5' })
  expect(diagnostics.map(({ code }) => code)).toContain('CX7007')
  expect(JSON.stringify(diagnostics)).not.toContain('SECRET')
})

test('a stream that goes on with another model ends with its report', async () => {
  const report = (path: string) => [{ type: 'thinking_dropped', path, reason: 'model_binding_mismatch' }]
  async function* events() {
    yield { type: 'message_start', message: { id: 'm', content: [], input_transformations: report('a') } }
    yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'x' } }
    yield { type: 'content_block_stop', index: 0 }
    yield { type: 'message_delta', delta: { stop_reason: 'end_turn' }, input_transformations: report('b') }
    yield { type: 'message_stop' }
  }
  const client = anthropicModel({ messages: { create: async () => events() } })
  const call = { model: 'claude-opus-5-5', signal: new AbortController().signal, key: 'k' }
  let response: unknown
  for await (const part of client.stream({}, call)) if (part.type === 'response') ({ response } = part)
  expect(response).toMatchObject({ input_transformations: report('b') })
})
