// A storage keeps summaries, plans and other outcomes of lists of messages for other processes.
import { generateText, type ModelMessage, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { agent, C, type ConversationStorage, createConversationCompiler, type Effects } from 'ctxc'
import { contextCompiler, reportOf } from 'ctxc/ai-sdk'
import { fromOpenAI } from 'ctxc/from/openai'
import { expect, test } from 'vitest'
import { answered, asked, firstWords } from './conversation.ts'

const helper = agent({ name: 'helper', context: C.all().summarize({ segment: 150 }) })
const options = { model: 'gpt-5.4', target: 'openai-chat', budget: { input: 1_200, output: 100 } } as const

interface More {
  readonly effects?: Effects
  readonly storage?: ConversationStorage
  readonly context?: C.ContextInput
}

const newCompiler = (more: More) => createConversationCompiler({ ...options, ...more })

type Compiler = ReturnType<typeof newCompiler>

const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }

/** Requests of a conversation in which each call is made by the compiler of its number. */
async function requestsBy(
  compilerOf: (call: number) => Compiler,
  { turns = 50, system = false }: { readonly turns?: number; readonly system?: boolean } = {},
) {
  const messages: object[] = []
  const results: Awaited<ReturnType<Compiler['compile']>>[] = []
  const ask = async () => {
    const instruction = system ? [{ role: 'system', content: `It is ${results.length} o'clock.` }] : []
    const { agent: own, session, format } = fromOpenAI([...instruction, ...messages], { author: 'helper' })
    const compiler = compilerOf(results.length)
    const result = await compiler.compile({ agent: { ...own, ...helper }, session, format }, { id: 'chat' })
    results.push(result)
    await compiler.resolveWants(result)
  }
  for (let turn = 0; turn < turns; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    await ask()
    if (turn % 3 === 0) {
      messages.push({ role: 'assistant', content: null, tool_calls: [{ ...call, id: `c${turn}` }] })
      messages.push({ role: 'tool', tool_call_id: `c${turn}`, content: 'found' })
      await ask()
    }
    messages.push({ role: 'assistant', content: answered(turn) })
  }
  return results
}

/** Storage of texts, as another process sees it. */
const texts = (): ConversationStorage & { readonly size: number } => {
  const values = new Map<string, string>()
  return {
    get: async (key: string) => values.get(key),
    set: async (key: string, value: string) => void values.set(key, value),
    get size() {
      return values.size
    },
  }
}

const counting = () => {
  const seen: string[] = []
  const summarize = firstWords(async (input, context) => {
    seen.push(JSON.stringify(input))
    return firstWords().run(input, context)
  })
  return { seen, effects: { summarize } satisfies Effects }
}

test.each([
  ['a new compiler for each call', () => true],
  ['two compilers in turn', (at: number) => at < 2],
])('%s makes the requests of one compiler, and asks for the same summaries', async (_, isNew) => {
  const once = counting()
  const kept = newCompiler({ effects: once.effects })
  const expected = await requestsBy(() => kept)
  const apart = counting()
  const storage = texts()
  const made: Compiler[] = []
  const results = await requestsBy(at => {
    if (isNew(at)) made[at] = newCompiler({ effects: apart.effects, storage })
    return (made[at] ?? made[at % 2]) as Compiler
  })
  expect(results.map(({ request }) => request)).toEqual(expected.map(({ request }) => request))
  expect(results.map(({ plan }) => plan)).toEqual(expected.map(({ plan }) => plan))
  expect(apart.seen).toEqual(once.seen)
  expect(apart.seen.length).toBeGreaterThan(5)
  expect(results.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))).not.toContain('CX4003')
})

test('an instruction that differs in each call does not hide what is stored', async () => {
  const { seen, effects } = counting()
  const storage = texts()
  const results = await requestsBy(() => newCompiler({ effects, storage }), {
    system: true,
  })
  expect(new Set(seen).size).toBe(seen.length)
  expect(JSON.stringify(results.at(-1)?.request)).toContain('Summary of earlier messages')
})

test('the values may be parsed by the storage, as some clients do', async () => {
  const inner = texts()
  const storage: ConversationStorage = {
    get: async key => JSON.parse(((await inner.get(key)) as string | undefined) ?? 'null'),
    set: inner.set,
  }
  const { seen, effects } = counting()
  const results = await requestsBy(() => newCompiler({ effects, storage }), { system: true })
  expect(new Set(seen).size).toBe(seen.length)
  expect(JSON.stringify(results.at(-1)?.request)).toContain('Summary of earlier messages')
})

test('a summary that outlasts its process is not asked for again at once, and used when it is there', async () => {
  const waiting: (() => void)[] = []
  let due: readonly (() => void)[] = []
  const inputs: string[] = []
  const summarize = firstWords(async (input, context) => {
    inputs.push(JSON.stringify(input))
    await new Promise<void>(done => waiting.push(done))
    return firstWords().run(input, context)
  })
  const storage = texts()
  const messages: object[] = []
  let summaries = 0
  for (let turn = 0; turn < 40; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    const compiler = newCompiler({ effects: { summarize }, storage })
    const { session, format } = fromOpenAI(messages, { author: 'helper' })
    const result = await compiler.compile({ agent: helper, session, format }, { id: 'chat' })
    summaries += result.events.filter(({ actions }) => actions?.compaction).length
    void compiler.resolveWants(result)
    messages.push({ role: 'assistant', content: answered(turn) })
    await new Promise(done => setTimeout(done, 1))
    // What was asked for is done two turns later.
    for (const done of due) done()
    await new Promise(done => setTimeout(done, 1))
    due = waiting.splice(0)
  }
  expect(new Set(inputs).size).toBe(inputs.length)
  expect(summaries).toBeGreaterThan(3)
})

test('a storage that takes no value is reported in the next call', async () => {
  const set = () => {
    throw new Error('read only')
  }
  const compiler = newCompiler({ effects: { summarize: firstWords() }, storage: { get: () => null, set } })
  const results = await requestsBy(() => compiler, { turns: 3 })
  for (const { ok, diagnostics } of results)
    expect([ok, diagnostics.map(({ data }) => data.why)]).toEqual([true, ['read only']])
})

test('a storage that fails is reported, and its conversation goes on', async () => {
  const storage: ConversationStorage = {
    get: () => Promise.reject(new Error('no connection')),
    set: () => {
      throw new Error('read only')
    },
  }
  const compiler = newCompiler({ effects: { summarize: firstWords() }, storage })
  const results = await requestsBy(() => compiler, { turns: 12 })
  for (const { ok, diagnostics } of results) {
    expect(ok).toBe(true)
    const failed = diagnostics.filter(({ code }) => code === 'CX9206')
    expect(failed.map(({ data }) => data.why)).toContain('no connection')
  }
})

test.each([
  '"text"',
  '{}',
  '[',
  '{"calls":1e15,"branches":[]}',
  '{"calls":1,"branches":[{"plans":[],"recorded":[],"asked":[5]}]}',
  `{"calls":1,"branches":[{"plans":[],"asked":[],"recorded":[{"after":1,"content":"x","events":[{"author":1}]}]}]}`,
  `{"calls":1,"branches":[{"plans":[],"asked":[],"recorded":[{"after":1,"content":"x","events":[{"author":"user","text":"Hi"}]}]}]}`,
  `{"calls":1,"branches":[{"plans":[{"after":1,"content":"x","beginning":"","ids":"","plan":{}}],"recorded":[],"asked":[]}]}`,
])('a value that was not stored so is not used: %s', async value => {
  const storage: ConversationStorage = { get: () => value, set: () => {} }
  const [first] = await requestsBy(() => newCompiler({ storage }), { turns: 1 })
  const [plain] = await requestsBy(() => newCompiler({}), { turns: 1 })
  expect(first?.request).toEqual(plain?.request)
  expect(first?.ok).toBe(true)
})

test('objects that a storage returns run no code', async () => {
  const hostile = Object.defineProperty({ calls: 1 }, 'plans', {
    enumerable: true,
    get: () => {
      throw new Error('read')
    },
  })
  const storage: ConversationStorage = { get: () => hostile, set: () => Promise.reject(Object.create(null)) }
  const [first] = await requestsBy(() => newCompiler({ storage }), { turns: 1 })
  expect(first?.ok).toBe(true)
  expect(first?.diagnostics.map(({ code }) => code)).toContain('CX9206')
})

/** Has a chat of questions and answers, compiled as `compilerOf` says, and returns each request as text. */
async function chatWith(
  compilerOf: (turn: number) => Compiler,
  {
    turns = 40,
    edit,
  }: { readonly turns?: number; readonly edit?: (messages: object[], turn: number) => void } = {},
) {
  const messages: object[] = []
  const requests: string[] = []
  const codes: string[] = []
  for (let turn = 0; turn < turns; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    const compiler = compilerOf(turn)
    const result = await compiler.compile(fromOpenAI(messages, { author: 'helper' }), { id: 'chat' })
    await compiler.resolveWants(result)
    requests.push(JSON.stringify(result.request))
    codes.push(...result.diagnostics.map(({ code }) => code))
    messages.push({ role: 'assistant', content: answered(turn) })
    edit?.(messages, turn)
  }
  return { requests, codes }
}

const readOnly = ({ get }: ConversationStorage): ConversationStorage => ({ get, set: () => {} })

const all = C.all().summarize({ segment: 150 })

test('a call that another process repeats makes its summaries once', async () => {
  const { seen, effects } = counting()
  const storage = texts()
  const failing = newCompiler({ effects, storage, context: all })
  const answering = newCompiler({ effects, storage, context: all })
  const { codes } = await chatWith(() => ({
    ...answering,
    // The model of the first process fails, so it makes no summaries.
    async compile(conversation, options) {
      await failing.compile(conversation, options)
      return answering.compile(conversation, options)
    },
  }))
  expect(new Set(seen).size).toBe(seen.length)
  expect(codes).not.toContain('CX4003')
})

test('agents that see other messages share no summaries', async () => {
  const storage = texts()
  const effects = { summarize: firstWords() }
  const users = C.userOnly().summarize({ segment: 150 })
  const whole = newCompiler({ effects, storage, context: all })
  const restricted = newCompiler({ effects, storage, context: users })
  const seen: string[] = []
  await chatWith(() => ({
    ...whole,
    async compile(conversation, options) {
      const result = await restricted.compile(conversation, options)
      await restricted.resolveWants(result)
      seen.push(JSON.stringify(result.request))
      return whole.compile(conversation, options)
    },
  }))
  expect(seen.join()).toContain('Summary of earlier messages')
  expect(seen.join()).not.toMatch(/Answer \d+ says/)
})

test('summaries of a process that died are asked for again, and used', async () => {
  const { seen, effects } = counting()
  const storage = texts()
  let isDead = true
  const summarize = firstWords((input, context) =>
    isDead ? new Promise<never>(() => {}) : effects.summarize.run(input, context),
  )
  const dying = newCompiler({ effects: { summarize }, storage, context: all })
  const messages: object[] = []
  for (let turn = 0; turn < 30; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    isDead = turn < 14
    const compiler = isDead ? dying : newCompiler({ effects: { summarize }, storage, context: all })
    const result = await compiler.compile(fromOpenAI(messages, { author: 'helper' }), { id: 'chat' })
    if (isDead) void compiler.resolveWants(result)
    else await compiler.resolveWants(result)
    await new Promise(done => setTimeout(done, 0))
    messages.push({ role: 'assistant', content: answered(turn) })
  }
  expect(seen.join()).toContain(asked(0).trim())
  expect(new Set(seen).size).toBe(seen.length)
})

test('after an edit of an old message, the summaries before it stay, and nothing of the old message is sent', async () => {
  const { seen, effects } = counting()
  const storage = texts()
  const edit = (messages: object[], turn: number) => {
    if (turn === 30) messages[messages.length - 13] = { role: 'assistant', content: 'Changed.' }
  }
  const { requests } = await chatWith(() => newCompiler({ effects, storage, context: all }), { edit })
  const before = seen.length
  expect(before).toBeLessThan(40)
  expect(requests.at(-1)).not.toContain('Answer 24 says')
  expect(requests.at(-1)).toContain('Question 0 about item 0')
})

test('another list with the id, such as one that asks for a title, replaces nothing', async () => {
  const { seen, effects } = counting()
  const storage = texts()
  const { requests, codes } = await chatWith(() => {
    const compiler = newCompiler({ effects, storage, context: all })
    return {
      ...compiler,
      async compile(conversation, options) {
        const title = fromOpenAI([{ role: 'user', content: `A title for ${conversation.session.length}` }])
        await compiler.compile(title, options)
        return compiler.compile(conversation, options)
      },
    }
  })
  const alone = await chatWith(() => newCompiler({ effects: { summarize: firstWords() }, context: all }))
  expect(alone.requests).toHaveLength(requests.length)
  expect(codes).not.toContain('CX4003')
  expect(new Set(seen).size).toBe(seen.length)
  expect(requests.at(-1)).toContain('Summary of earlier messages')
})

test('two chats with the same messages in one compiler never get the work of each other', async () => {
  const storage = texts()
  const made: string[] = []
  const summarize = firstWords(async (input, context) => {
    made.push('')
    // Some fail, so the chats differ in what they recorded.
    if (made.length % 3 === 0) throw new Error('busy')
    return firstWords().run(input, context)
  })
  const compiler = newCompiler({ effects: { summarize }, storage, context: all })
  const messages: object[] = []
  for (let turn = 0; turn < 50; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    for (const id of ['a', 'b']) {
      const conversation = fromOpenAI(messages, { author: 'helper' })
      // The same chat in a process that knows nothing but the storage.
      const other = newCompiler({ effects: { summarize }, storage: readOnly(storage), context: all })
      const expected = await other.compile(conversation, { id })
      const result = await compiler.compile(conversation, { id })
      expect(result.request).toEqual(expected.request)
      await compiler.resolveWants(result)
    }
    messages.push({ role: 'assistant', content: answered(turn) })
  }
})

test('a database that orders keys anew gives the same requests', async () => {
  const inner = texts()
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([left], [right]) => left.length - right.length || (left < right ? -1 : 1))
              .map(([key, item]) => [key, sorted(item)]),
          )
        : value
  const storage: ConversationStorage = {
    get: async key => sorted(JSON.parse(((await inner.get(key)) as string | undefined) ?? 'null')),
    set: inner.set,
  }
  const effects = { summarize: firstWords() }
  const { requests, codes } = await chatWith(() => newCompiler({ effects, storage, context: all }))
  const kept = newCompiler({ effects, context: all })
  expect(requests).toEqual((await chatWith(() => kept)).requests)
  expect(codes).not.toContain('CX5002')
})

test('work is done again if the value of a conversation is lost', async () => {
  const { seen, effects } = counting()
  const values = new Map<string, string>()
  const { requests } = await chatWith(turn => {
    if (turn === 20) for (const key of values.keys()) if (key.split(':').length === 3) values.delete(key)
    return newCompiler({ effects, storage: values, context: all })
  })
  expect(seen.length).toBeGreaterThan(0)
  expect(requests.at(-1)).toContain('Summary of earlier messages')
})

test('agents with other policies share nothing in one compiler without a storage either', async () => {
  const compiler = createConversationCompiler({ ...options, effects: { summarize: firstWords() } })
  const messages: object[] = []
  const seen: string[] = []
  for (let turn = 0; turn < 40; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    const { agent: own, session, format } = fromOpenAI(messages, { author: 'helper' })
    for (const [index, clause] of [C.all(), C.userOnly()].entries()) {
      const policy = agent({ ...helper, context: clause.summarize({ segment: 150 }) })
      const result = await compiler.compile({ agent: { ...own, ...policy }, session, format })
      await compiler.resolveWants(result)
      if (index === 1) seen.push(JSON.stringify(result.request))
    }
    messages.push({ role: 'assistant', content: answered(turn) })
  }
  expect(seen.join()).toContain('Summary of earlier messages')
  expect(seen.join()).not.toMatch(/Answer \d+ says/)
})

test('a get that fails once loses nothing that is stored', async () => {
  const { seen, effects } = counting()
  const inner = texts()
  let failing = false
  const get = (key: string) => (failing ? Promise.reject(new Error('timeout')) : inner.get(key))
  const storage: ConversationStorage = { get, set: inner.set }
  const { codes } = await chatWith(turn => {
    failing = turn === 25
    return newCompiler({ effects, storage, context: all })
  })
  expect(codes.filter(code => code === 'CX9206')).toHaveLength(1)
  expect(codes.filter(code => code === 'CX4003').length).toBeLessThan(2)
  // The new process of that one call knows nothing, and asks for at most eight summaries.
  expect(seen.length - new Set(seen).size).toBeLessThanOrEqual(8)
})

test('a call without an id is reported, and two conversations with one beginning stay apart', async () => {
  const storage = texts()
  const effects = { summarize: firstWords() }
  const compiler = newCompiler({ effects, storage, context: all })
  const hello = fromOpenAI([{ role: 'user', content: 'Hello' }])
  const { diagnostics } = await compiler.compile(hello)
  expect(diagnostics.map(({ code }) => code)).toEqual(['CX9206'])
  expect(storage.size).toBe(0)
  for (const id of ['a', 'b']) await compiler.compile(hello, { id })
  expect(storage.size).toBe(2)
})

test('a storage without its methods is a mistake of the program', () => {
  const storage = new Set() as never
  expect(() => newCompiler({ storage })).toThrow(TypeError)
  expect(() => contextCompiler({ storage })).toThrow(TypeError)
})

test('a middleware that is made for each request of a chat uses the summaries of the earlier ones', async () => {
  const usage = {
    inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  const model = new MockLanguageModelV4({
    provider: 'openai.responses',
    modelId: 'gpt-5.4',
    doGenerate: async () => ({
      content: [{ type: 'text', text: 'ok' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      warnings: [],
      usage,
    }),
  })
  const chat = async (isFresh: boolean) => {
    const { seen, effects } = counting()
    const storage = new Map<string, string>()
    const works: Promise<unknown>[] = []
    const make = () =>
      contextCompiler({
        ...{ budget: 1_500, context: C.all().summarize(), effects, storage, conversation: 'chat' },
        waitUntil: work => works.push(work),
      })
    let middleware = make()
    const messages: ModelMessage[] = []
    const dropped: string[] = []
    for (let turn = 0; turn < 50; turn++) {
      if (isFresh) middleware = make()
      messages.push({ role: 'user', content: asked(turn) })
      const result = await generateText({ model: wrapLanguageModel({ model, middleware }), messages })
      await Promise.all(works.splice(0))
      dropped.push(...(reportOf(result)?.dropped ?? []).map(({ reason }) => reason))
      messages.push({ role: 'assistant', content: answered(turn) })
    }
    return { made: seen.length, dropped }
  }
  const fresh = await chat(true)
  expect(fresh).toEqual(await chat(false))
  expect(fresh.made).toBeGreaterThan(3)
  expect(new Set(fresh.dropped)).toEqual(new Set(['covered-by-summary']))
})
