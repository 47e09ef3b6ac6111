import { describe, expect, test } from 'vitest'
import { fromAISDK, fromAnthropic, fromOpenAI, fromOpenAIResponses } from '../../from.ts'
import type { MessagesInput } from '../from/conversation.ts'
import type { EventInput } from '../ir/event.ts'
import { createSession } from '../session/create.ts'
import type { Session } from '../session/session.ts'
import { compile } from './compile.ts'
import type { CompileOptions } from './contract/options.ts'
import type { Compiled } from './contract/result.ts'

const long = 'Answer in full sentences, and name your sources. '.repeat(150)
const tools = [
  { name: 'search', description: `Finds pages. ${long}` },
  { name: 'fetch', description: 'Gets a page' },
]
const agent = { name: 'a', globalInstruction: long, instruction: 'Greet {name}.', tools }
const hello: EventInput = { author: 'user', text: 'Hello' }

/** Returns an answer with a number of calls, and their results. */
const step = (id: string, calls = 1): EventInput[] => [
  {
    author: 'a',
    parts: Array.from({ length: calls }, (_, at) => ({
      kind: 'tool-call' as const,
      id: `${id}${at}`,
      name: 'search',
      arguments: '{}',
    })),
  },
  {
    author: 'tool',
    parts: Array.from({ length: calls }, (_, at) => ({
      kind: 'tool-result' as const,
      id: `${id}${at}`,
      name: 'search',
      content: [{ kind: 'text' as const, text: 'Sunny, as ever.' }],
    })),
  },
]

const begun = (...events: EventInput[]): Session =>
  createSession({ state: { name: 'Bob' }, events: [hello, ...events] })

const run = (session: Session, options: CompileOptions, declared: object = agent): Promise<Compiled> =>
  compile({ agent: { ...agent, ...declared }, session }, { cache: 'mark', ...options }) as Promise<Compiled>

const pointers = ({ cache }: Compiled): string[] => cache.breakpoints.map(({ pointer }) => pointer)

describe('Claude', () => {
  const claude = { model: 'claude-sonnet-5' } as const

  test('has marks after the tools, the stable instruction, the last answered message and the stable end', async () => {
    expect(pointers(await run(begun(), claude))).toEqual(['/tools/1', '/system/0', '/messages/0/content/0'])
    const two = await run(begun(...step('c')), claude)
    expect(pointers(two)).toEqual(['/tools/1', '/system/0', '/messages/0/content/0', '/messages/2/content/0'])
    // Values of session state come after the mark.
    expect(two.request).toMatchObject({
      system: [{ text: expect.stringContaining('You are a.') }, { text: 'Greet Bob.' }],
    })
    const three = await run(begun(...step('c'), ...step('d')), claude)
    expect(pointers(three).slice(2)).toEqual(['/messages/2/content/0', '/messages/4/content/0'])
  })

  test('has no mark after a pending call, and none on a filler', async () => {
    const [call] = step('c')
    const waiting = await run(begun(call as EventInput), claude)
    expect(pointers(waiting)).toEqual(['/tools/1', '/system/0', '/messages/0/content/0'])
    const idle = await run(begun({ author: 'a', text: 'Hi.' }), claude)
    expect(pointers(idle).slice(2)).toEqual(['/messages/0/content/0', '/messages/1/content/0'])
  })

  test('has no mark after a text that a function or the state may change, and none on thinking', async () => {
    const written = await run(begun(), claude, { instruction: () => 'Today is Monday.' })
    expect(written.request).toMatchObject({ system: [{}, { text: 'Today is Monday.' }] })
    expect(pointers(written)).toContain('/system/0')
    const first = await run(begun(), claude, { globalInstruction: `${long} {name}` })
    expect(first.cache.breakpoints.map(({ pointer }) => pointer)).not.toContain('/system/0')
  })

  test("has no mark below the model's minimum, and the reason is reported", async () => {
    const few = [{ name: 'fetch', description: 'Gets a page' }]
    const short = await run(begun(), claude, { globalInstruction: 'Be brief.', tools: few })
    expect(short.cache.breakpoints).toEqual([])
    expect(short.cache.withheld.map(({ place }) => place)).toEqual(['end', 'system', 'tools'])
    expect(short.cache.withheld[0]?.why).toMatch(
      /^it has at most \d+ tokens, and less than 1024 are not cached$/,
    )
    // Only the tools alone are too short: together with the system text they are long enough.
    const { cache } = await run(begun(), claude, { tools: few })
    expect(cache.withheld).toMatchObject([{ place: 'tools' }])
  })

  test('keeps a prefix in the cache only with a mark, and if it is long enough', async () => {
    const marked = await run(begun(), claude)
    expect(marked.cache.kept()).toEqual({
      tokens: marked.cache.breakpoints.at(-1)?.tokens,
      why: null,
      needsMark: false,
    })
    const unmarked = await run(begun(), { ...claude, cache: 'keep' })
    expect(unmarked.cache.kept()).toMatchObject({ tokens: 0, why: expect.stringContaining('no cache mark') })
    expect(unmarked.cache.against(unmarked).why).toContain('no cache mark')
    const few = { globalInstruction: 'Be brief.', tools: [] }
    const short = await run(begun(), claude, few)
    expect(short.cache.kept()).toMatchObject({ tokens: 0, why: expect.stringContaining('at least 1024') })
  })

  test('gets the lifetime on every mark, and an unsupported lifetime is reported and dropped', async () => {
    const hour = await run(begun(), { ...claude, cache: { ttl: '1h' } })
    expect(hour.cache.breakpoints.map(({ ttl }) => ttl)).toEqual(['1h', '1h', '1h'])
    expect(JSON.stringify(hour.request).match(/"ttl":"1h"/g)).toHaveLength(3)
    const day = await run(begun(), { ...claude, cache: { ttl: '24h' } })
    expect(day.diagnostics).toMatchObject([{ code: 'CX7012' }])
    expect(JSON.stringify(day.request)).not.toContain('ttl')
  })

  test('has no mark on a deferred tool, but on the tool before it', async () => {
    const later = { ...tools[1], extra: { format: 'anthropic', fields: { defer_loading: true } } }
    const result = await run(
      begun(),
      { model: 'claude-opus-5' },
      { tools: [{ ...tools[0], description: long }, later] },
    )
    expect(result.ok && pointers(result)[0]).toBe('/tools/0')
  })

  const control = { type: 'ephemeral' } as const
  const given = {
    model: 'claude-sonnet-5',
    max_tokens: 100,
    cache_control: control,
    system: [{ type: 'text', text: long, cache_control: control }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: control }] },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'And?' },
    ],
  }

  test('keeps the marks of the input if cache is off, and replaces them if it is on', async () => {
    const conversation = fromAnthropic(given)
    const kept = await compile(conversation)
    expect(pointers(kept)).toEqual(['/system/0', '/messages/0/content/0', '/messages/2/content/0'])
    expect(kept.request).toMatchObject({ cache_control: control })
    const ours = await compile(conversation, { cache: 'mark' })
    expect(ours.request).not.toHaveProperty('cache_control')
    expect(pointers(ours)).toEqual(['/system/0', '/messages/0/content/0', '/messages/2/content/0'])
    expect(ours.prefix).toEqual(kept.prefix)
    // Five input marks exceed the limit, but they are replaced anyway, so nothing is reported.
    const many = { ...given, system: [...given.system, ...given.system, ...given.system, ...given.system] }
    expect((await compile(fromAnthropic(many))).diagnostics.map(({ code }) => code)).toEqual(['CX7012'])
    expect((await compile(fromAnthropic(many), { cache: 'mark' })).diagnostics).toEqual([])
  })

  test('reads the last request after any number of new blocks, but after over twenty only with a mark at its end', async () => {
    const one = await run(begun(), claude)
    const two = await run(begun(...step('c', 30)), claude)
    const { read, written, uncached, why } = two.cache.against(one)
    expect([read, uncached, why]).toEqual([one.tokens.input, 0, null])
    expect(written).toBe(two.tokens.input - one.tokens.input)
    // A single mark at the end, as an app places it, looks back over only twenty blocks.
    const only = (result: Compiled): Compiled => {
      const request = JSON.parse(JSON.stringify(result.request), (key, value) =>
        key === 'cache_control' ? undefined : value,
      )
      return { ...result, request: { ...request, cache_control: control } }
    }
    const alone = async (session: Session): Promise<Compiled> =>
      compile(fromAnthropic(only(await run(session, claude)).request as unknown as MessagesInput))
    const [first, far, near] = (await Promise.all(
      [begun(), begun(...step('c', 30)), begun(...step('c', 9))].map(alone),
    )) as [Compiled, Compiled, Compiled]
    expect(far.cache.against(first)).toMatchObject({
      read: 0,
      why: expect.stringContaining('no mark leads to it'),
    })
    expect(near.cache.against(first).read).toBe(first.tokens.input)
  })

  test('reads tools and system after another setting, and nothing after another model', async () => {
    const one = await run(begun(), claude)
    const forced = await run(begun(...step('c')), claude, { generateConfig: { toolChoice: 'required' } })
    const { read, why } = forced.cache.against(one)
    expect(read).toBe(one.cache.breakpoints[1]?.tokens)
    expect(why).toContain('setting')
    const other = await run(begun(...step('c')), { model: 'claude-opus-5' })
    expect(other.cache.against(one)).toMatchObject({ read: 0, why: expect.stringContaining('another model') })
    const renamed = await run(begun(...step('c')), claude, { globalInstruction: `${long} Be kind.` })
    expect(renamed.cache.against(one).read).toBe(one.cache.breakpoints[0]?.tokens)
  })

  test("gets the model's prices: 1.25 for writing, 0.1 for reading, 2 for an hour", async () => {
    const one = await run(begun(), claude)
    const hour = await run(begun(), { ...claude, cache: { ttl: '1h' } })
    const none = await run(begun(), { ...claude, cache: 'keep' })
    const plain = none.cache.against(null).price as number
    expect((one.cache.against(null).price as number) / plain).toBeCloseTo(1.25)
    expect((hour.cache.against(null).price as number) / plain).toBeCloseTo(2)
    expect((one.cache.against(one).price as number) / plain).toBeCloseTo(0.1)
  })
})

describe('OpenAI', () => {
  test('has marks on user and developer messages from 5.6 on, at most three, and none on instructions', async () => {
    const { cache, request } = await run(begun(...step('c'), hello), { model: 'gpt-6-sol' })
    expect(cache.breakpoints.map(({ pointer }) => pointer)).toEqual(['/input/0', '/input/3'])
    expect(cache.withheld.map(({ place }) => place)).toEqual(['system', 'tools'])
    expect(request).toMatchObject({
      instructions: expect.stringContaining('Greet Bob.'),
      input: [
        { content: [{ type: 'input_text', text: 'Hello', prompt_cache_breakpoint: { mode: 'explicit' } }] },
        {},
        {},
        {},
      ],
    })
    const chat = await run(begun(...step('c')), { model: 'gpt-5.6-sol', target: 'openai-chat' })
    expect(pointers(chat)).toEqual(['/messages/0', '/messages/2'])
    expect(chat.request).toMatchObject({
      messages: [{ role: 'developer' }, { content: 'Greet Bob.' }, {}, {}, {}],
    })
  })

  test('has the same prefix if a text becomes a list to carry a mark', async () => {
    const options = { model: 'gpt-6-sol' } as const
    const one = await run(begun(), options)
    const two = await run(begun(...step('c'), { author: 'a', text: 'Sunny.' }, hello), {
      ...options,
      plan: one.plan,
    })
    expect(two.prefix.slice(0, one.prefix.length).map(({ text }) => text)).toEqual(
      one.prefix.map(({ text }) => text),
    )
    expect(two.cache.against(one).read).toBe(one.tokens.input)
  })

  test('has no marks before 5.6, drops those of the input, and reads any prefix in steps of 128', async () => {
    const one = await run(begun(), { model: 'gpt-5.4' })
    const two = await run(begun(...step('c')), { model: 'gpt-5.4' })
    expect(two.cache).toMatchObject({ breakpoints: [], withheld: [{ place: 'request' }] })
    const { read, written } = two.cache.against(one)
    expect([read % 128, written]).toEqual([0, 0])
    expect(one.tokens.input - read).toBeLessThan(128)
    const piece = { text: 'Hi', prompt_cache_breakpoint: { mode: 'explicit' } }
    const marked = [{ role: 'user', content: [{ type: 'input_text', ...piece }] }]
    const old = await compile(fromOpenAIResponses(marked), { model: 'gpt-5.4' })
    expect(old.request).toMatchObject({ input: [{ role: 'user', content: 'Hi' }] })
    expect(old.diagnostics.map(({ code }) => code)).toEqual(['CX7012'])
    const chat = fromOpenAI([{ role: 'user', content: [{ type: 'text', ...piece }] }])
    expect(pointers(await compile(chat, { model: 'gpt-5.6-sol' }))).toEqual(
      pointers(await compile(fromOpenAIResponses(marked), { model: 'gpt-6-sol' })).map(() => '/messages/0'),
    )
  })

  test("keeps prompt_cache_key, and explicit mode turns off the vendor's own mark", async () => {
    const body = {
      model: 'gpt-6-sol',
      prompt_cache_key: 'tenant-1',
      prompt_cache_options: { mode: 'explicit' },
      instructions: long,
      input: [{ role: 'user', content: 'Hi' }],
    }
    const result = await compile(fromOpenAIResponses(body))
    expect(result.request).toMatchObject({ prompt_cache_key: 'tenant-1' })
    expect(result.cache.against(null)).toMatchObject({ written: 0, uncached: result.tokens.input })
    const ours = await compile(fromOpenAIResponses(body), { cache: 'mark' })
    expect(ours.cache.against(null).written).toBe(ours.tokens.input)
  })
})

test('Gemini gets no marks, and reads any prefix', async () => {
  const one = await run(begun(), { model: 'gemini-2.5-flash' }, { globalInstruction: long + long + long })
  const two = await run(
    begun(...step('c')),
    { model: 'gemini-2.5-flash' },
    { globalInstruction: long + long + long },
  )
  expect(JSON.stringify(two.request)).not.toContain('cache')
  expect(two.cache.against(one)).toMatchObject({ read: one.tokens.input, written: 0, why: null })
  const short = await run(begun(), { model: 'gemini-2.5-flash' }, { globalInstruction: 'Be brief.' })
  expect(short.cache.against(short)).toMatchObject({ read: 0, minimum: 2048 })
})

describe('the AI SDK', () => {
  test("has marks as options of the model's provider", async () => {
    const session = begun(...step('c'), hello)
    const options = { target: 'ai-sdk' } as const
    const claude = await run(session, { ...options, model: 'claude-sonnet-5' })
    expect(pointers(claude)).toEqual([
      '/tools/fetch',
      '/system/0',
      '/messages/0/content/0',
      '/messages/3/content/0',
    ])
    const gpt = await run(session, { ...options, model: 'gpt-6-sol' })
    expect(pointers(gpt)).toEqual(['/system/0', '/messages/0/content/0', '/messages/3/content/0'])
    expect(JSON.stringify(gpt.request).match(/"openai":\{"promptCacheBreakpoint"/g)).toHaveLength(3)
    for (const model of ['gemini-3-pro-preview', 'mistral-large'])
      expect(JSON.stringify((await run(session, { ...options, model })).request)).not.toContain(
        'providerOptions',
      )
  })

  test('drops the marks of the input, and keeps other provider options', async () => {
    const anthropic = { cacheControl: { type: 'ephemeral' }, speed: 'fast' }
    const content = [{ type: 'text', text: 'Hi', providerOptions: { anthropic, other: { key: 1 } } }]
    const result = await compile(
      fromAISDK([
        { role: 'user', content },
        { role: 'assistant', content: 'Ok' },
        { role: 'user', content: long },
      ]),
      {
        model: 'claude-sonnet-5',
        target: 'ai-sdk',
        cache: 'mark',
      },
    )
    expect(result.request).toMatchObject({
      messages: [
        { content: [{ providerOptions: { anthropic: { speed: 'fast' }, other: { key: 1 } } }] },
        {},
        {},
      ],
    })
    expect(JSON.stringify(result.request).match(/cacheControl/g)).toHaveLength(1)
  })
})

test('a missing request and an unknown provider read nothing', async () => {
  const none = await run(begun(), { model: 'gpt-5.4', budget: 1 })
  expect(none.cache).toMatchObject({ breakpoints: [], withheld: [] })
  expect(none.cache.against(none)).toMatchObject({ read: 0, uncached: 0, why: 'there is no request' })
  const text = await run(begun(), { target: 'text' })
  expect(text.cache.against(text)).toMatchObject({ read: 0, uncached: text.tokens.input })
})

test.each([null, 'auto', {}, { ttl: 5 }, { ttl: '' }, { ttl: '1h', marks: 4 }])(
  'the option cache %j is refused',
  async cache => {
    await expect(run(begun(), { model: 'gpt-5.4', cache: cache as never })).rejects.toThrow(
      /^compile\.cache must be 'keep', 'mark'/,
    )
  },
)
