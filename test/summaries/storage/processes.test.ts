// A storage keeps summaries, plans and other outcomes of lists of messages for other processes.
import { generateText, type ModelMessage, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { C } from 'ctxc'
import { contextCompiler, reportOf } from 'ctxc/ai-sdk'
import type { ConversationStorage } from 'ctxc/compile'
import { fromOpenAI } from 'ctxc/from/openai'
import { expect, test } from 'vitest'
import { answered, asked, firstWords } from '../conversation.ts'
import { all, type Compiler, chatWith, counting, helper, newCompiler, requestsBy, texts } from './chats.ts'

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
    // Requested summaries are finished two turns later.
    for (const done of due) done()
    await new Promise(done => setTimeout(done, 1))
    due = waiting.splice(0)
  }
  expect(new Set(inputs).size).toBe(inputs.length)
  expect(summaries).toBeGreaterThan(3)
})

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
