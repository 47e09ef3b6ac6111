// O: an answer becomes events in one call, the same events that importing the whole transcript gives.
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Conversation } from '../../src/core/from/conversation.ts'
import { fromAnthropic } from '../../src/core/vendor/anthropic/read/anthropic.ts'
import { fromGemini } from '../../src/core/vendor/gemini/read/gemini.ts'
import { fromOpenAI } from '../../src/core/vendor/openai/read/openai.ts'
import { fromOpenAIResponses } from '../../src/core/vendor/openai/read/openai-responses.ts'
import {
  agent,
  answerOf,
  type CompileOptions,
  compile,
  createSession,
  type EventInput,
  nextSteps,
  type ProviderResponse,
  pipeline,
  type TargetName,
} from '../../src/index.ts'

const chatTool = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: {} } },
}
const city = '{"city":"Rome"}'

interface Loop {
  readonly target: TargetName
  readonly model: string
  readonly read: (history: readonly object[]) => Conversation
  readonly question: object
  readonly responses: readonly ProviderResponse[]
  readonly answers: readonly (readonly object[])[]
  readonly result: object
  readonly thanks: object
  readonly usage: object
}

const thinking = { type: 'thinking', thinking: 'A tool.', signature: 'c2VhbGVk' }
const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Rome' } }
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbGVk' }
const functionCall = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'weather',
  arguments: city,
}
const said = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Rain.', annotations: [] }],
}
const toolCalls = [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: city } }]
const called = { role: 'assistant', content: null, tool_calls: toolCalls }
const thought = {
  role: 'model',
  parts: [{ functionCall: { name: 'weather', args: { city: 'Rome' } }, thoughtSignature: 'c2VhbGVk' }],
}

const loops: readonly Loop[] = [
  {
    target: 'openai-chat',
    model: 'gpt-5.4',
    read: messages => fromOpenAI({ model: 'gpt-5.4', tools: [chatTool], messages }),
    question: { role: 'user', content: 'In Rome?' },
    responses: [
      {
        id: 'chatcmpl-1',
        model: 'gpt-5.4-2026-01-01',
        choices: [{ index: 0, finish_reason: 'tool_calls', message: called }],
        usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
      } as ProviderResponse,
      {
        id: 'chatcmpl-2',
        choices: [{ message: { role: 'assistant', content: 'Rain.', refusal: null } }],
      } as ProviderResponse,
    ],
    answers: [[called], [{ role: 'assistant', content: 'Rain.', refusal: null }]],
    result: { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
    thanks: { role: 'user', content: 'Thanks.' },
    usage: { model: 'gpt-5.4-2026-01-01', inputTokens: 7, outputTokens: 3 },
  },
  {
    target: 'openai',
    model: 'gpt-5.4',
    read: input =>
      fromOpenAIResponses({
        model: 'gpt-5.4',
        tools: [{ ...chatTool.function, type: 'function', strict: false }],
        input,
      }),
    question: { role: 'user', content: 'In Rome?' },
    responses: [
      {
        id: 'resp_1',
        model: 'gpt-5.4-2026-01-01',
        output: [reasoning, functionCall],
        usage: { input_tokens: 7, output_tokens: 3 },
      } as ProviderResponse,
      { id: 'resp_2', output: [said] } as ProviderResponse,
    ],
    answers: [[reasoning, functionCall], [said]],
    result: { type: 'function_call_output', call_id: 'call_1', output: 'rain' },
    thanks: { role: 'user', content: 'Thanks.' },
    usage: { model: 'gpt-5.4-2026-01-01', inputTokens: 7, outputTokens: 3 },
  },
  {
    target: 'anthropic',
    model: 'claude-sonnet-5',
    read: messages =>
      fromAnthropic({
        model: 'claude-sonnet-5',
        max_tokens: 1_000,
        tools: [{ name: 'weather', input_schema: { type: 'object', properties: {} } }],
        messages,
      }),
    question: { role: 'user', content: 'In Rome?' },
    responses: [
      {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-5-20260101',
        content: [thinking, toolUse],
        usage: {
          input_tokens: 4,
          cache_read_input_tokens: 3,
          cache_creation_input_tokens: null,
          output_tokens: 3,
        },
      } as ProviderResponse,
      { id: 'msg_2', content: [{ type: 'text', text: 'Rain.', citations: null }] } as ProviderResponse,
    ],
    answers: [
      [{ role: 'assistant', content: [thinking, toolUse] }],
      [{ role: 'assistant', content: [{ type: 'text', text: 'Rain.', citations: null }] }],
    ],
    result: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'rain' }] },
    thanks: { role: 'user', content: 'Thanks.' },
    usage: { model: 'claude-sonnet-5-20260101', inputTokens: 7, outputTokens: 3, cacheReadTokens: 3 },
  },
  {
    target: 'gemini',
    model: 'gemini-3.8-flash',
    read: contents =>
      fromGemini({
        model: 'gemini-3.8-flash',
        config: { tools: [{ functionDeclarations: [{ name: 'weather' }] }] },
        contents,
      }),
    question: { role: 'user', parts: [{ text: 'In Rome?' }] },
    responses: [
      {
        responseId: 'r1',
        modelVersion: 'gemini-3.8-flash-001',
        candidates: [{ content: { parts: thought.parts } }],
        usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 2, thoughtsTokenCount: 1 },
      } as ProviderResponse,
      {
        responseId: 'r2',
        candidates: [{ content: { role: 'model', parts: [{ text: 'Rain.' }] } }],
      } as ProviderResponse,
    ],
    answers: [[thought], [{ role: 'model', parts: [{ text: 'Rain.' }] }]],
    result: {
      role: 'user',
      parts: [{ functionResponse: { name: 'weather', response: { output: 'rain' } } }],
    },
    thanks: { role: 'user', parts: [{ text: 'Thanks.' }] },
    usage: { model: 'gemini-3.8-flash-001', inputTokens: 7, outputTokens: 3, reasoningTokens: 1 },
  },
]

test.each(loops)(
  'a tool loop with answerOf compiles like the imported conversation ($target)',
  async loop => {
    const options: CompileOptions = { target: loop.target, model: loop.model }
    const inputs = (read: Conversation): EventInput[] =>
      read.session.events.map(({ seq: _, ...event }) => event)
    const begun = loop.read([loop.question])
    let { session } = begun
    for (const [turn, answer] of loop.answers.entries()) {
      const result = await compile({ ...begun, session }, options)
      const events = answerOf(result, loop.responses[turn] as ProviderResponse)
      if (turn === 0) expect(events.at(-1)?.actions?.usage).toEqual(loop.usage)
      expect(events.map(event => event.author)).toEqual(answer.map(() => 'agent'))
      session = session.append(...events, ...inputs(loop.read([turn === 0 ? loop.result : loop.thanks])))
    }
    const whole = loop.read([
      ...[loop.question, ...(loop.answers[0] ?? [])],
      ...[loop.result, ...(loop.answers[1] ?? []), loop.thanks],
    ])
    const [stepped, imported] = await Promise.all([
      compile({ ...begun, session }, options),
      compile(whole, options),
    ])
    expect(stepped.ok && imported.ok).toBe(true)
    expect(stepped.request).toEqual(imported.request)
    expect(stepped.diagnostics).toEqual(imported.diagnostics)
  },
)

test('an answer gets its agent, branch, declared names and key', async () => {
  const asked = createSession({ events: [{ author: 'user', text: 'Hi' }] })
  const tools = [{ name: 'weather.now', parameters: { type: 'object' as const, properties: {} } }]
  const bot = agent({ name: 'bot', model: 'claude-sonnet-5', tools, outputKey: 'reply' })
  const result = await compile(bot, asked)
  const name =
    result.names.toDeclared('x') && (result.request as { tools: { name: string }[] }).tools[0]?.name
  const use = { type: 'tool_use', id: 'a', name, input: {} }
  const [call] = answerOf(result, { content: [{ type: 'text', text: 'Wait.' }, use] })
  expect(call).toMatchObject({ author: 'bot', branch: '', parts: [{}, { name: 'weather.now' }] })
  expect(call?.actions).toBeUndefined()
  const [reply] = answerOf(result, { content: [{ type: 'text', text: '[1]' }] }, { author: 'other' })
  expect(reply).toMatchObject({ author: 'other', actions: { state: { set: { reply: '[1]' } } } })

  const first = agent({ name: 'first', outputKey: 'intent', outputSchema: z.object({ kind: z.string() }) })
  const app = pipeline(first, agent({ name: 'second', instruction: 'For {intent.kind}.' }))
  const compiled = await compile(app, asked, { model: 'gpt-5.4' })
  const content = '{"kind":"booking"}'
  const session = asked.append(
    ...answerOf(compiled, { choices: [{ message: { role: 'assistant', content } }] }),
  )
  expect({ ...session.state }).toEqual({ intent: { kind: 'booking' } })
  expect(nextSteps(app, session)).toEqual([{ kind: 'agent', agent: 'second', branch: '' }])
})

test('an error, an empty answer and a non-response give no events, and nothing throws', async () => {
  const result = await compile(fromOpenAI([{ role: 'user', content: 'Hi' }]), { model: 'gpt-5.4' })
  const nothing: readonly unknown[] = [
    ...[null, undefined, 'x', 7, [], {}, { error: { message: 'overloaded' } }],
    ...[{ type: 'error', error: {} }, { choices: [] }, { choices: [null] }, { choices: [{}] }],
    ...[{ choices: [{ message: { role: 'assistant', content: null } }] }, { output: [] }, { output: null }],
    ...[{ content: [] }, { candidates: [] }, { candidates: [{ content: {} }] }],
    ...[{ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 3 } }],
  ]
  for (const response of nothing) expect(answerOf(result, response as ProviderResponse)).toEqual([])
  expect(() => answerOf(result, { output: [null, 7, { type: 'odd' }] } as never)).not.toThrow()
  expect(() => answerOf(result, { content: [] }, { author: 'user' })).toThrow(
    /author must be an agent's name/,
  )
})

test.each<[string, unknown]>([
  ['a message of Chat Completions', { role: 'assistant', content: 'Rain.' }],
  ['a message in its choice', { index: 0, message: { role: 'assistant', content: 'Rain.' } }],
  ['output items', [{ type: 'reasoning', id: 'rs', summary: [] }, said]],
  ['a message of Messages', { role: 'assistant', content: [{ type: 'text', text: 'Rain.' }] }],
  ['a content of Gemini', { role: 'model', parts: [{ text: 'Rain.' }] }],
  [
    'a wrapped response of Gemini',
    { response: { candidates: [{ content: { parts: [{ text: 'Rain.' }] } }] } },
  ],
  ['a body of an HTTP client', { data: { choices: [{ message: { role: 'assistant', content: 'Rain.' } }] } }],
])('%s is read like its response', async (_, given) => {
  const result = await compile(agent({ name: 'bot', outputKey: 'k' }), createSession(), { model: 'gpt-5.4' })
  const events = answerOf(result, given as ProviderResponse)
  expect(events.at(-1)).toMatchObject({ author: 'bot', actions: { state: { set: { k: 'Rain.' } } } })
})

test.each<[TargetName, unknown, readonly string[]]>([
  [
    'openai',
    {
      output: [
        { type: 'new_item', a: 'W1' },
        { ...said, content: [...said.content, { type: 'new_part', b: 'W2' }] },
      ],
    },
    ['W1', 'Rain.', 'W2'],
  ],
  [
    'anthropic',
    {
      content: [
        { type: 'text', text: 'One.' },
        { type: 'new_block', a: 'W1' },
        { type: 'text', text: 'Two.' },
      ],
    },
    ['One.', 'W1', 'Two.'],
  ],
  [
    'openai-chat',
    {
      choices: [
        {
          message: {
            content: [
              { type: 'text', text: 'One.' },
              { type: 'new_part', a: 'W1' },
            ],
            new_field: 'W2',
          },
        },
      ],
    },
    ['One.', 'W1', 'W2'],
  ],
  [
    'gemini',
    { candidates: [{ content: { parts: [{ text: 'One.' }, { newPart: { a: 'W1' } }, { text: 'Two.' }] } }] },
    ['One.', 'W1', 'Two.'],
  ],
])('unknown blocks are sent back in place, or reported (%s)', async (target, response, words) => {
  const bot = agent({ name: 'bot' })
  const asked = createSession({ events: [{ author: 'user', text: 'Q' }] })
  const events = answerOf(await compile(bot, asked, { target }), response as ProviderResponse)
  const session = asked.append(...events, { author: 'user', text: 'More' })
  const back = await compile(bot, session, { target })
  expect(back.ok).toBe(true)
  const places = words.map(word => JSON.stringify(back.request).indexOf(word))
  expect(places.every(place => place > 0)).toBe(true)
  expect(target === 'openai-chat' || places.every((place, at) => place > (places[at - 1] ?? 0))).toBe(true)
  const elsewhere = target === 'anthropic' ? 'openai' : 'anthropic'
  const away = await compile(bot, session, { target: elsewhere })
  expect(away.ok).toBe(true)
  expect(away.diagnostics.map(({ code }) => code)).toContain('CX7008')
})
