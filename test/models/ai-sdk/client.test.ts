// The client in a runner: what is recorded and sent back, and answers that end early.
import { expect, test } from 'vitest'
import { agent, compile, type Event, restoreSession, tool } from '../../../src/index.ts'
import { aiSdkModel, type LanguageModel } from '../../../src/models/ai-sdk/index.ts'
import { createRunner, type RunEvent } from '../../../src/run/index.ts'
import { memoryStore } from '../../../src/store/index.ts'
import { fakeProvider } from '../../../src/testing/index.ts'
import { targets } from '../../targets.ts'
import { finish, type Part, silence, streaming, words } from './model.ts'

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }
const weather = tool({
  name: 'weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  execute: ({ city }) => `${city}: sunny`,
})
const search = {
  native: {
    format: 'ai-sdk',
    payload: { type: 'provider', id: 'openai.web_search', name: 'web_search', args: {} },
  },
} as const
const ids = ['openai.responses/gpt-5.4', 'claude-sonnet-5'] as const

/** A runner whose agent calls the first model, and the second one after it. */
function running(first: LanguageModel, second: LanguageModel = streaming([])) {
  const program = agent({ name: 'bot', identity: false, model: [...ids], tools: [weather, search] as never })
  const store = memoryStore()
  const models = { [ids[0]]: aiSdkModel(first), [ids[1]]: aiSdkModel(second) }
  const runner = createRunner({ program, store, models, now: () => 1_000 })
  const events = async (): Promise<readonly Event[]> => (await store.read(key))?.events ?? []
  const run = async (message: string, signal?: AbortSignal) => {
    const seen: RunEvent[] = []
    const stream = runner.run(key, { message, ...(signal && { signal }) })
    for await (const event of stream) seen.push(event)
    return { seen, outcome: await stream.outcome }
  }
  return { program, runner, events, run }
}

const itemOf = (itemId: string) => ({ openai: { itemId } })
const sealed = { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'AAAA' } }

/** An answer with a part of every kind that a stream has. */
const everything: readonly Part[] = [
  { type: 'stream-start', warnings: [{ type: 'unsupported', feature: 'seed' }] },
  { type: 'response-metadata', id: 'resp_1', modelId: 'gpt-5.4-2026', timestamp: new Date(0) },
  { type: 'raw', rawValue: {} },
  { type: 'reasoning-start', id: 'r', providerMetadata: itemOf('rs_1') },
  { type: 'reasoning-delta', id: 'r', delta: 'Hm' },
  { type: 'reasoning-delta', id: 'r', delta: '.' },
  { type: 'reasoning-end', id: 'r', providerMetadata: sealed },
  {
    ...{ type: 'tool-call', toolCallId: 'ws_1', toolName: 'web_search', input: '{}', providerExecuted: true },
    providerMetadata: itemOf('ws_1'),
  },
  {
    type: 'tool-result',
    toolCallId: 'ws_1',
    toolName: 'web_search',
    result: { found: 0 },
    preliminary: true,
  },
  { type: 'tool-result', toolCallId: 'ws_1', toolName: 'web_search', result: { found: 2 } },
  { type: 'source', sourceType: 'url', id: 's', url: 'https://example.com' },
  { type: 'text-start', id: 't', providerMetadata: itemOf('msg_1') },
  { type: 'text-delta', id: 't', delta: 'I look' },
  { type: 'text-delta', id: 't', delta: ' it up.' },
  { type: 'text-end', id: 't', providerMetadata: itemOf('msg_1') },
  { type: 'tool-input-start', id: 'call_1', toolName: 'weather' },
  { type: 'tool-input-start', id: 'call_2', toolName: 'weather' },
  { type: 'tool-input-delta', id: 'call_2', delta: '{"city":' },
  { type: 'tool-input-delta', id: 'call_1', delta: '{"city":"Rome"}' },
  { type: 'tool-input-delta', id: 'call_2', delta: '"Oslo"}' },
  { type: 'tool-input-end', id: 'call_2' },
  { type: 'tool-call', toolCallId: 'call_2', toolName: 'weather', input: '{"city":"Oslo"}' },
  { type: 'tool-input-end', id: 'call_1' },
  {
    ...{ type: 'tool-call', toolCallId: 'call_1', toolName: 'weather', input: '{"city":"Rome"}' },
    providerMetadata: itemOf('fc_1'),
  },
]
const done: readonly Part[] = [...words('Sunny.'), finish('stop')]

test('a run records an answer in the order of its stream, and sends signatures and ids back', async () => {
  const model = streaming([[...everything, finish('tool-calls', 'tool_use')], done])
  const { run, events } = running(model)
  const { seen, outcome } = await run('Weather?')
  expect(outcome).toMatchObject({ status: 'done', text: 'Sunny.' })
  const deltas = seen.flatMap(event =>
    event.type === 'delta' ? [`${event.tool ?? event.kind}: ${event.text}`] : [],
  )
  expect(deltas).toEqual([
    ...['reasoning: Hm', 'reasoning: .', 'web_search: {}', 'text: I look', 'text:  it up.'],
    ...['weather: {"city":', 'weather: {"city":"Rome"}', 'weather: "Oslo"}', 'text: Sunny.'],
  ])
  const answer = (await events()).find(({ author }) => author === 'bot')
  expect(answer?.parts.map(({ kind }) => kind)).toEqual([
    ...['reasoning', 'opaque', 'opaque', 'text', 'tool-call', 'tool-call'],
  ])
  expect(answer).toMatchObject({
    response: 'resp_1',
    actions: {
      usage: {
        ...{ model: 'gpt-5.4-2026', inputTokens: 30, outputTokens: 9 },
        ...{ cacheReadTokens: 15, cacheWriteTokens: 5, reasoningTokens: 4 },
      },
      run: { answered: { finish: 'tool_use', model: ids[0] } },
    },
  })
  expect(model.calls[1]?.prompt).toMatchObject([
    { role: 'user' },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.', providerOptions: sealed },
        { type: 'tool-call', toolCallId: 'ws_1', providerExecuted: true, providerOptions: itemOf('ws_1') },
        { type: 'tool-result', toolCallId: 'ws_1', output: { type: 'json', value: { found: 2 } } },
        { type: 'text', text: 'I look it up.', providerOptions: itemOf('msg_1') },
        { type: 'tool-call', toolCallId: 'call_1', input: { city: 'Rome' }, providerOptions: itemOf('fc_1') },
        { type: 'tool-call', toolCallId: 'call_2', input: { city: 'Oslo' } },
      ],
    },
    { role: 'tool', content: [{ toolCallId: 'call_1' }, { toolCallId: 'call_2' }] },
  ])
  expect(model.calls[0]?.tools).toEqual([
    {
      type: 'function',
      name: 'weather',
      inputSchema: expect.objectContaining({ type: 'object', required: ['city'] }),
    },
    { type: 'provider', id: 'openai.web_search', name: 'web_search', args: {} },
  ])
})

test('an abort at any part leaves a session that every target takes', async () => {
  const partial = []
  for (let at = 0; at <= everything.length; at++) {
    const controller = new AbortController()
    const stop = (): Promise<unknown> => {
      controller.abort()
      return silence()
    }
    const model = streaming([[...everything.slice(0, at), stop], done])
    const { run, runner, events, program } = running(model)
    const { outcome } = await run('Weather?', controller.signal)
    expect(outcome.status, `part ${at}`).toBe('cancelled')
    expect(model.calls[0]?.abortSignal.aborted).toBe(true)
    expect(model.cancelled()).toBe(1)
    const answered = (await events()).filter(({ author }) => author === 'bot')
    partial.push(
      ...answered.map(({ parts }) => parts.map(part => (part.kind === 'text' ? part.text : part.kind))),
    )
    // The next message continues the session.
    expect(await runner.run(key, { message: 'And now?' }).outcome).toMatchObject({
      status: 'done',
      text: 'Sunny.',
    })
    const session = restoreSession({ id: 's1', state: {}, events: await events() })
    for (const [name, { models }] of Object.entries(targets)) {
      const target = name as keyof typeof targets
      const compiled = await compile(program, session, { target, model: models[0] })
      if (!compiled.ok) throw new Error(`${at} ${name}: ${compiled.diagnostics[0]?.message}`)
      const request = { ...(compiled.request as object), model: models[0] }
      expect(fakeProvider(target).violations(request), `part ${at}, ${name}`).toEqual([])
    }
  }
  expect(partial).toEqual([
    ['I look'],
    ...Array.from({ length: everything.length - 13 }, () => ['I look it up.']),
  ])
})

test.each<[string, (parts: readonly Part[]) => LanguageModel, RegExp]>([
  [
    'an error part',
    parts => streaming([[...parts, { type: 'error', error: new Error('overloaded') }]]),
    /^overloaded$/,
  ],
  [
    'an error part of text',
    parts => streaming([[...parts, { type: 'error', error: 'overloaded' }]]),
    /^overloaded$/,
  ],
  [
    'an object as error',
    parts => streaming([[...parts, { type: 'error', error: { code: 1 } }]]),
    /sent an error$/,
  ],
  [
    'a stream that fails',
    parts =>
      streaming([
        [
          ...parts,
          () => {
            throw new Error('socket hang up')
          },
        ],
      ]),
    /^socket hang up$/,
  ],
  ['a stream without an end', parts => streaming([parts]), /ended without an answer/],
  ['an interrupted stream', parts => streaming([[...parts, finish('interrupted')]]), /interrupted/],
  ['an error as end', parts => streaming([[...parts, finish('error', 'MALFORMED')]]), /MALFORMED/],
])('%s at any place is an error of the call, and the next model answers', async (_, failing, message) => {
  for (let at = 0; at <= everything.length; at++) {
    const model = failing(everything.slice(0, at))
    const errors: unknown[] = []
    const program = agent({ name: 'bot', model: [...ids] })
    const store = memoryStore()
    const models = { [ids[0]]: aiSdkModel(model), [ids[1]]: aiSdkModel(streaming([done])) }
    const outcome = await createRunner({ program, store, models }).run(key, { message: 'Hi' }).outcome
    expect(outcome, `part ${at}`).toMatchObject({ status: 'done', text: 'Sunny.' })
    const said = ((await store.read(key))?.events ?? []).filter(({ author }) => author === 'bot')
    expect(said.length).toBe(1)
    // Without another model, the error is the end of the run.
    const alone = createRunner({
      program: agent({ name: 'bot', model: ids[0] }),
      store: memoryStore(),
      models: () => aiSdkModel(failing(everything.slice(0, at))),
      callbacks: { onModelError: (_step, error) => void errors.push((error as Error).message) },
    })
    expect((await alone.run(key, { message: 'Hi' }).outcome).status).toBe('failed')
    expect(errors).toEqual([expect.stringMatching(message)])
  }
})

test.each([
  ['a refusal', [finish('content-filter', 'refusal')], 'the model gave no answer (refusal)'],
  [
    'sources alone',
    [{ type: 'source', id: 's', url: 'https://x.org' }, finish('stop')],
    'the model gave no answer',
  ],
])('%s without any text is an error that says why', async (_, parts, reason) => {
  const { run } = running(streaming([parts as readonly Part[]]), streaming([parts as readonly Part[]]))
  const { outcome } = await run('Hi')
  expect([outcome.status, outcome.reason]).toEqual(['failed', expect.stringContaining(reason)])
})

test('a refusal in words is an answer with its reason', async () => {
  const { run, events } = running(
    streaming([[...words('I cannot help.'), finish('content-filter', 'refusal')]]),
  )
  expect((await run('Hi')).outcome.text).toBe('I cannot help.')
  expect(JSON.stringify(await events())).toContain('"finish":"refusal"')
})

test('a call of a model that cannot be made is an error of the call', async () => {
  const doStream = () => Promise.reject(new Error('no key'))
  const { run } = running(streaming([], { doStream }), streaming([done]))
  expect((await run('Hi')).outcome.text).toBe('Sunny.')
})

test('a cancel does not wait for a model that ignores the signal', async () => {
  const controller = new AbortController()
  const begin = (): Promise<never> => {
    setTimeout(() => controller.abort(), 5)
    return new Promise(() => undefined)
  }
  const { run } = running(streaming([], { doStream: begin }))
  expect((await run('Hi', controller.signal)).outcome.status).toBe('cancelled')
})

test('a stream that begins after the abort is cancelled', async () => {
  const controller = new AbortController()
  const model = streaming([done])
  const late = async (options: never) => {
    controller.abort()
    await new Promise(resolve => setTimeout(resolve, 5))
    return model.doStream(options)
  }
  const client = aiSdkModel({ ...model, doStream: late })
  const parts = client.stream({ messages: [] }, { model: 'm', signal: controller.signal, key: 'k' })
  for await (const part of parts) expect(part).toBe(null)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(model.cancelled()).toBe(1)
})

test('a result that comes in a later answer than its call stays with the call', async () => {
  const id = { toolCallId: 'srvtoolu_1', toolName: 'web_search' }
  const first: readonly Part[] = [
    ...words('I search.'),
    { type: 'tool-call', ...id, input: '{"query":"x"}', providerExecuted: true },
    finish('stop', 'pause_turn'),
  ]
  const second: readonly Part[] = [
    { type: 'tool-result', ...id, result: [] },
    ...words('Found.'),
    finish('stop'),
  ]
  const model = streaming([first, second, done], {
    provider: 'anthropic.messages',
    modelId: 'claude-sonnet-5',
  })
  const program = agent({ name: 'bot', identity: false, model: ids[1] })
  const runner = createRunner({ program, store: memoryStore(), models: () => aiSdkModel(model) })
  expect(await runner.run(key, { message: 'Hi' }).outcome).toMatchObject({ status: 'done', text: 'Found.' })
  await runner.run(key, { message: 'Thanks.' }).outcome
  const prompt = model.calls[2]?.prompt as readonly { readonly content: readonly object[] }[] | undefined
  expect(prompt?.[1]?.content).toMatchObject([
    { type: 'text', text: 'I search.' },
    { type: 'tool-call', ...id, providerExecuted: true },
    { type: 'tool-result', ...id, output: { type: 'json', value: [] } },
    { type: 'text', text: 'Found.' },
  ])
})

test('warnings of a call are passed on', async () => {
  const seen: unknown[] = []
  const client = aiSdkModel(streaming([[...everything.slice(0, 1), ...done]]), {
    onWarnings: (warnings, model) => seen.push([model, warnings]),
  })
  const { signal } = new AbortController()
  for await (const _ of client.stream({ messages: [] }, { model: 'm', signal, key: 'k' }));
  expect(seen).toEqual([['m', [{ type: 'unsupported', feature: 'seed' }]]])
})

test('a function returns the model of each name', async () => {
  const made: string[] = []
  const provider = (name: string) => {
    made.push(name)
    return streaming([done])
  }
  const program = agent({ name: 'bot', model: 'gpt-5.4-mini' })
  const runner = createRunner({ program, store: memoryStore(), models: { 'gpt-': aiSdkModel(provider) } })
  expect((await runner.run(key, { message: 'Hi' }).outcome).text).toBe('Sunny.')
  expect(made).toEqual(['gpt-5.4-mini'])
})

test.each(['v2', 'v3'])('a model of version %s gets the form of its version', async specificationVersion => {
  const usage = { inputTokens: 7, outputTokens: 3, cachedInputTokens: 2, reasoningTokens: 1 }
  const end = specificationVersion === 'v2' ? { type: 'finish', usage, finishReason: 'stop' } : finish('stop')
  const model = streaming([[...words('Hi.'), end]], { specificationVersion })
  const { run, events } = running(model)
  await run('Hello')
  const used = (await events()).find(({ actions }) => actions?.usage)?.actions?.usage
  expect(used).toMatchObject(
    specificationVersion === 'v2'
      ? { inputTokens: 7, outputTokens: 3, cacheReadTokens: 2, reasoningTokens: 1 }
      : { inputTokens: 30, outputTokens: 9, cacheReadTokens: 15, reasoningTokens: 4 },
  )
  const type = specificationVersion === 'v2' ? 'provider-defined' : 'provider'
  expect(model.calls[0]?.tools).toContainEqual({
    type,
    id: 'openai.web_search',
    name: 'web_search',
    args: {},
  })
})

test('an invalid option is a TypeError', () => {
  expect(() => aiSdkModel(streaming([]), { onWarning: () => undefined } as never)).toThrow(TypeError)
  expect(() => aiSdkModel(streaming([]), { onWarnings: 'yes' } as never)).toThrow('options.onWarnings')
})
