// Reports of providers on reasoning and on their cache, by every client and adapter, compared with the forecast.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { ChatAnthropic } from '@langchain/anthropic'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { generateText, streamText, wrapLanguageModel } from 'ai'
import { answerOf, compile, createSession, type EventInput, restoreSession } from 'ctxc'
import { reportOf, contextCompiler as sdkCompiler } from 'ctxc/ai-sdk'
import { fromLangChain } from 'ctxc/from/langchain'
import { afterEach, describe, expect, test } from 'vitest'
import { type Provider, startProvider } from '../../src/run/models/test/clients/provider.ts'
import { answerHTTP, bindingProvider } from '../../src/testing/fake/binding/index.ts'

const claude = 'claude-opus-5-5'
const gpt = 'gpt-6.2-sol'
const bot = { name: 'bot', identity: false } as const
const user = (text: string): EventInput => ({ author: 'user', text })
let server: Provider | undefined

afterEach(() => server?.close())

const serve = async (vendor: 'anthropic' | 'openai', options: object = {}) => {
  server = await startProvider(answerHTTP(bindingProvider(vendor, options)))
  return server.url
}

describe('the state of the report', () => {
  const thought = (actions: EventInput['actions']): EventInput[] => [
    user('a'),
    {
      author: 'bot',
      parts: [
        { kind: 'reasoning', text: 'Hm.', model: claude },
        { kind: 'text', text: 'b' },
      ],
    },
    user('c'),
    { author: 'bot', text: 'd', ...(actions && { actions }) },
    user('e'),
  ]
  test.each([
    ['reported', { dropped: [] }],
    ['reported', { dropped: [{ reason: 'prefix_binding_mismatch' }] }],
    ['not-reported', undefined],
  ] as const)('is %s after an answer with %j', async (state, actions) => {
    const session = createSession({ events: thought(actions) })
    const { reasoning } = await compile(bot, session, { model: claude })
    expect(reasoning.report).toBe(state)
  })

  test.each([
    ['not-reported', []],
    ['reported', [{ reason: 'model_mismatch' }]],
  ] as const)('is %s for a model that binds nothing after an answer with %j', async (state, dropped) => {
    const session = createSession({ events: thought({ dropped }) })
    const { reasoning } = await compile(bot, session, { model: 'gpt-oss-120b', target: 'openai' })
    expect(reasoning.report).toBe(state)
  })

  test('is null as long as no reasoning came before the answer', async () => {
    const session = createSession({ events: thought({ dropped: [] }).slice(0, 3) })
    expect((await compile(bot, session, { model: claude })).reasoning.report).toBeNull()
  })
})

describe('the AI SDK', () => {
  const begin = async (vendor: 'anthropic' | 'openai', options: object = {}) => {
    const url = await serve(vendor, options)
    const made =
      vendor === 'anthropic'
        ? createAnthropic({ baseURL: `${url}/v1`, apiKey: 'key' })(claude)
        : createOpenAI({ baseURL: url, apiKey: 'key' }).responses(gpt)
    const model = wrapLanguageModel({ model: made, middleware: sdkCompiler() as never })
    const providerOptions = { openai: { store: false } }
    const first = await generateText({ model, prompt: 'Hi', maxRetries: 0, providerOptions })
    const answer = first.response.messages
    const messages = [
      { role: 'user', content: 'Hi' },
      ...answer,
      { role: 'user', content: 'Go on.' },
    ] as never
    return { first, given: { model, messages, maxRetries: 0, providerOptions } }
  }

  test('passes on that Claude used all reasoning, and OpenAI reports nothing through it', async () => {
    const one = await begin('anthropic')
    expect(reportOf(one.first)?.reasoning).toEqual({ sent: 0, report: null })
    const two = await generateText(one.given)
    expect(reportOf(two)?.reasoning).toEqual({ sent: 1, report: 'reported' })
    const streamed = streamText(one.given)
    await streamed.consumeStream()
    expect((await reportOf(streamed))?.reasoning.report).toBe('reported')
    await server?.close()
    const other = await begin('openai')
    const three = await generateText(other.given)
    expect(reportOf(three)?.reasoning).toEqual({ sent: 1, report: 'not-reported' })
  })

  test('warns of reasoning that Claude read only because the account is old', async () => {
    const { given } = await begin('anthropic', { isOldAccount: true })
    const [hi, ...rest] = given.messages as unknown as object[]
    const changed = [{ ...hi, content: 'Hello' }, ...rest] as never
    const result = await generateText({ ...given, messages: changed })
    const found = reportOf(result)?.diagnostics.filter(({ code }) => code === 'CX7007')
    expect(found?.map(({ level, places }) => [level, places])).toEqual([['warn', ['message[1]']]])
    expect(result.warnings?.map(warning => JSON.stringify(warning))).toEqual([
      expect.stringContaining('CX7007'),
    ])
  })
})

test('LangChain hands on what Claude reports, and the next compile warns', async () => {
  const url = await serve('anthropic', { isOldAccount: true })
  const betas = ['thinking-binding-controls-2026-08-01']
  const model = new ChatAnthropic({
    model: claude,
    apiKey: 'key',
    anthropicApiUrl: url,
    maxRetries: 0,
    betas,
  })
  const one = await model.invoke([new HumanMessage('Hi')])
  const chat = [new HumanMessage('Hello'), one, new HumanMessage('Go on.')]
  const two = await model.invoke(chat)
  const conversation = fromLangChain([...chat, two, new HumanMessage('And now?')], { model: claude })
  const { session } = conversation
  expect(session.events.map(({ actions }) => actions?.dropped?.map(({ reason }) => reason))).toEqual([
    ...[undefined, [], undefined],
    ['prefix_binding_mismatch'],
    undefined,
  ])
  const { diagnostics, reasoning } = await compile(conversation, { model: claude })
  expect(diagnostics.filter(({ code, level }) => code === 'CX7007' && level === 'warn')).toHaveLength(1)
  expect(reasoning.report).toBe('reported')
  expect(AIMessage.isInstance(two)).toBe(true)
})

test('the result of generateText has the reports of its step', async () => {
  const session = createSession({ events: [user('a')] })
  const asked = await compile(bot, session, { model: claude, target: 'ai-sdk' })
  const inputTransformations = [
    { type: 'thinking_dropped', path: 'messages.3.content.0', reason: 'model_binding_mismatch' },
  ]
  const step = {
    providerMetadata: { anthropic: { inputTransformations } },
    usage: { inputTokens: 10, outputTokens: 2, inputTokenDetails: { cacheReadTokens: 4 } },
    response: { modelId: claude },
  }
  const answer = {
    steps: [step],
    response: { messages: [{ role: 'assistant', content: [{ type: 'text', text: 'b' }] }] },
  }
  expect(answerOf(asked, answer as never)[0]?.actions).toEqual({
    usage: { model: claude, inputTokens: 10, outputTokens: 2, cacheReadTokens: 4 },
    dropped: [{ reason: 'model_binding_mismatch' }],
  })
})

test('a pointer in the body of Claude is found in the messages of the AI SDK', async () => {
  const signed = { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 's' } } }
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: {} }
  const output = { type: 'text', value: 'found' }
  const request = {
    messages: [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [signed, call] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'look', output }] },
      { role: 'user', content: 'b' },
      { role: 'assistant', content: [{ type: 'text', text: 'c' }, signed] },
      { role: 'user', content: 'd' },
    ],
  }
  const map = [{ pointer: '/messages/4/content/1/text', segments: [{ origin: 'e:4.1' }] }]
  const asked = await compile(bot, createSession({ events: [user('a')] }), {
    model: claude,
    target: 'ai-sdk',
  })
  const report = (path: string) => ({
    content: [{ type: 'text', text: 'x' }],
    finishReason: 'stop',
    warnings: [],
    providerMetadata: {
      anthropic: { inputTransformations: [{ type: 'thinking_dropped', path, reason: 'x' }] },
    },
  })
  const placed = (path: string) =>
    answerOf({ ...asked, request, map } as never, report(path) as never)[0]?.actions?.dropped
  expect(placed('messages.3.content.1')).toEqual([{ at: 'e:4.1', reason: 'x' }])
  expect(placed('messages.3.content.0')).toEqual([{ reason: 'x' }])
  expect(placed('messages.9.content.0')).toEqual([{ reason: 'x' }])
})

describe('a prefix that changed', () => {
  test('is between the reasoning that was used and the first that was not', async () => {
    const reasoning = (text: string) => ({ kind: 'reasoning', text, model: gpt, id: `rs_${text}` }) as const
    const answer = (text: string, actions?: EventInput['actions']): EventInput => ({
      ...{ author: 'bot', parts: [reasoning(text), { kind: 'text', text }] },
      ...(actions && { actions }),
    })
    const report = async (...places: string[]) => {
      const dropped = places.map(at => ({ at, reason: 'prefix_mismatch' }))
      const events = [
        user('a'),
        answer('b'),
        user('c'),
        answer('d'),
        user('e'),
        answer('f', { dropped }),
        user('g'),
      ]
      const { diagnostics } = await compile(bot, createSession({ events }), { model: gpt })
      return diagnostics.find(({ code, level }) => code === 'CX7007' && level === 'warn')?.data.after
    }
    expect(await report('e:3.0')).toBe('e:1.0')
    expect(await report('e:1.0', 'e:3.0')).toBeNull()
  })
})

describe('a cache miss that no compile forecast', () => {
  const long = (word: string) => `${word} `.repeat(200)
  /** Compiles a turn, and the next one after an answer that reports a miss. */
  const missAfter = async (
    cacheMiss: NonNullable<EventInput['actions']>['cacheMiss'],
    change: object = {},
    model = gpt,
  ) => {
    const usage = (inputTokens: number) => ({ usage: { model, inputTokens, outputTokens: 1 } })
    const first = createSession({ events: [user(long('a'))] })
    const one = await compile(bot, first, { model })
    const second = first.append(
      { author: 'bot', text: long('b'), actions: usage(one.tokens.input) },
      user(long('c')),
    )
    const two = await compile({ ...bot, ...change }, second, { model, plan: one.plan })
    const actions = { ...usage(two.tokens.input), ...(cacheMiss && { cacheMiss }) }
    const third = second.append({ author: 'bot', text: 'd', actions }, user('e'))
    const stored = restoreSession(JSON.parse(JSON.stringify(third)))
    const three = await compile({ ...bot, ...change }, stored, { model, plan: two.plan })
    const found = three.diagnostics.find(({ code }) => code === 'CX5003')
    return found && [found.data.reason, found.at]
  }

  test.each([
    ['verbosity_changed', ['d:extra.text']],
    ['tools_changed', ['d:tools']],
    ['SECRET words', []],
  ])('names the declaration: %s', async (reason, at) => {
    expect(await missAfter({ reason, tokens: 300 })).toEqual([
      reason === 'SECRET words' ? 'unknown' : reason,
      at,
    ])
  })

  test('names the message from which on the provider read again', async () => {
    expect(await missAfter({ reason: 'input_changed', shared: 300 })).toEqual(['input_changed', ['e:1']])
    expect(await missAfter({ reason: 'messages_changed', tokens: 150 }, {}, claude)).toEqual([
      ...['messages_changed', ['e:0']],
    ])
  })

  test('is not reported if the compile changed the beginning, or if the provider cannot tell', async () => {
    const change = { staticInstruction: 'Be brief.' }
    expect(await missAfter({ reason: 'input_changed', tokens: 300 }, change)).toBeUndefined()
    expect(await missAfter({ reason: 'comparison_response_not_found' })).toBeUndefined()
    expect(await missAfter(undefined)).toBeUndefined()
  })
})
