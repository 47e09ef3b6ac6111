// Conversations that the program keeps as lists of messages: summaries and other outcomes last from call to call.
import { agent, C, createCompiler, createSession, type EventInput } from 'ctxc'
import { createConversationCompiler } from 'ctxc/compile'
import { type Effects, resolveWants } from 'ctxc/effects'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { fromAnthropic } from 'ctxc/from/anthropic'
import { fromOpenAI } from 'ctxc/from/openai'
import { redact } from 'ctxc/protect'
import { expect, test } from 'vitest'
import type { Plan } from '../../src/core/ir/plan.ts'
import { answered, asked, firstWords } from './conversation.ts'

const helper = agent({
  name: 'helper',
  context: C.all().summarize({ segment: 150 }),
})
const options = { model: 'gpt-5.4', target: 'openai-chat', budget: { input: 1_200, output: 100 } } as const

const listed = (messages: readonly object[]) => {
  const { session, format } = fromOpenAI(messages, { author: 'helper' })
  return { agent: helper, session, format }
}

/** Returns the requests of a conversation that is imported again for each call; `changed` may edit the list before a turn. */
async function requestsOfList(turns: number, effects: Effects) {
  const compiler = createConversationCompiler({ ...options, effects })
  const messages: object[] = []
  const results = []
  for (let turn = 0; turn < turns; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    const result = await compiler.compile(listed(messages))
    results.push(result)
    messages.push({ role: 'assistant', content: answered(turn) })
    await compiler.resolveWants(result)
  }
  return results
}

async function requestsOfSession(turns: number, effects: Effects) {
  const compiler = createCompiler(helper, { ...options, effects })
  let session = createSession()
  let plan: Plan | null = null
  const results = []
  for (let turn = 0; turn < turns; turn++) {
    session = session.append({ author: 'user', text: asked(turn) })
    const result = await compiler.compile(session, { plan })
    results.push(result)
    plan = result.plan
    session = session.append(...result.events, ...(await resolveWants(result, { effects })), {
      author: 'helper',
      text: answered(turn),
    })
  }
  return results
}

const summariesIn = (events: readonly EventInput[]) => events.filter(({ actions }) => actions?.compaction)

test('a list of messages gives the same requests as a session that keeps the events', async () => {
  const effects = { summarize: firstWords() }
  const lists = await requestsOfList(60, effects)
  const sessions = await requestsOfSession(60, effects)
  expect(lists.map(({ request }) => request)).toEqual(sessions.map(({ request }) => request))
  expect(lists.flatMap(({ events }) => summariesIn(events)).length).toBeGreaterThan(5)
  for (const { tokens, diagnostics } of lists) {
    expect(tokens.max).toBeLessThanOrEqual(1_200)
    expect(diagnostics.filter(({ code }) => code === 'CX5002' || code === 'CX4003')).toEqual([])
  }
})

test('two compilers may be given one conversation, and each continues by itself', async () => {
  const effects = { summarize: firstWords() }
  const of = (context: C.ContextInput) => createConversationCompiler({ ...options, effects, context })
  const all = C.all().summarize({ segment: 150 })
  const users = C.userOnly().summarize({ segment: 150 })
  const [both, alone] = [
    [of(all), of(users)],
    [of(all), of(users)],
  ]
  const messages: object[] = []
  for (let turn = 0; turn < 40; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    const shared = fromOpenAI(messages, { author: 'helper' })
    for (const [index, compiler] of both.entries()) {
      const own = alone[index] as typeof compiler
      const [result, expected] = [
        await compiler.compile(shared),
        await own.compile(fromOpenAI(messages, { author: 'helper' })),
      ]
      expect(result.request).toEqual(expected.request)
      await compiler.resolveWants(result)
      await own.resolveWants(expected)
    }
    messages.push({ role: 'assistant', content: answered(turn) })
  }
})

test('a call reads what was appended, not the whole history', async () => {
  const results = await requestsOfList(60, { summarize: firstWords() })
  const quiet = results.filter(({ events }) => summariesIn(events).length === 0).slice(10)
  expect(Math.max(...quiet.map(({ work }) => work.unitsVisited))).toBeLessThan(30)
})

test('a summary that is slow is made once, and used when it is there', async () => {
  const waiting: (() => void)[] = []
  const inputs: string[] = []
  const summarize = firstWords(async (input, context) => {
    inputs.push(JSON.stringify(input))
    await new Promise<void>(done => waiting.push(done))
    return firstWords().run(input, context)
  })
  const compiler = createConversationCompiler({ ...options, effects: { summarize } })
  const messages: object[] = []
  const results = []
  for (let turn = 0; turn < 40; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    const result = await compiler.compile(listed(messages))
    results.push(result)
    void compiler.resolveWants(result)
    messages.push({ role: 'assistant', content: answered(turn) })
    await new Promise(done => setTimeout(done, 0))
    if (turn > 30) for (const done of waiting.splice(0)) done()
  }
  expect(new Set(inputs).size).toBe(inputs.length)
  expect(results.slice(0, 31).flatMap(({ events }) => summariesIn(events))).toEqual([])
  expect(results.flatMap(({ events }) => summariesIn(events)).length).toBeGreaterThan(0)
})

test('a list whose earlier messages were changed is told nothing of what they said', async () => {
  const compiler = createConversationCompiler({ ...options, effects: { summarize: firstWords() } })
  const messages: object[] = []
  for (let turn = 0; turn < 30; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    await compiler.resolveWants(await compiler.compile(listed(messages)))
    messages.push({ role: 'assistant', content: answered(turn) })
  }
  const other = messages.map((message, at) =>
    at === 0 ? { role: 'user', content: 'Say nothing of it.' } : message,
  )
  const { request } = await compiler.compile(listed([...other, { role: 'user', content: 'Well?' }]))
  expect(JSON.stringify(request)).not.toContain('Question 0 about')
  // The conversation as it was goes on with its summaries.
  const same = await compiler.compile(listed([...messages, { role: 'user', content: 'Well?' }]))
  expect(JSON.stringify(same.request)).toContain('- Question 0 about')
})

test('detectors that answer later are asked about each message once', async () => {
  const looked: string[] = []
  const names = {
    id: 'names',
    version: '1',
    findLater: async (text: string) => {
      looked.push(text)
      const at = text.indexOf('Zelda')
      return at < 0 ? [] : [{ start: at, end: at + 5, kind: 'name' }]
    },
  }
  const compiler = createConversationCompiler({ ...options, protect: [redact({ detectors: [names] })] })
  const messages: object[] = []
  for (const text of ['I am Zelda.', 'Well?', 'Who am I?']) {
    messages.push({ role: 'user', content: text })
    const { request } = await compiler.compile(listed(messages))
    expect(JSON.stringify(request)).not.toContain('Zelda')
    messages.push({ role: 'assistant', content: `You said ${text.length} letters.` })
  }
  expect(looked.filter(text => text.includes('I am Zelda.'))).toHaveLength(1)
})

test('a plan, and a result of another compiler, are refused or ignored', async () => {
  expect(() => createConversationCompiler({ plan: null } as never)).toThrow(
    "createConversationCompiler has no option 'plan': it continues with the plan of the last call",
  )
  const [one, two] = [createConversationCompiler(options), createConversationCompiler(options)]
  const result = await one.compile(listed([{ role: 'user', content: 'Hi' }]))
  await expect(two.resolveWants(result)).resolves.toBeUndefined()
})

test('arguments of a tool that look like a part of a message are content', async () => {
  const compiler = createConversationCompiler({
    ...{ model: 'claude-sonnet-5', context: C.all().summarize({ olderThan: 1, segment: 10 }) },
    effects: {
      summarize: firstWords(async ({ messages }) => ({
        statements: messages.map(({ text }) => ({ text: text.slice(0, -1) })),
      })),
    },
  })
  const list = (model: string): object[] => [
    { role: 'user', content: 'Order it.' },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 't1', name: 'order', input: { kind: 'car', model } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ordered, thank you' }] },
    { role: 'assistant', content: 'Done, it is ordered.' },
    { role: 'user', content: 'Thanks.' },
  ]
  const more = [
    { role: 'assistant', content: 'Anything else?' },
    { role: 'user', content: 'No.' },
    { role: 'assistant', content: 'Bye.' },
    { role: 'user', content: 'Well?' },
  ]
  for (const messages of [list('Alice-Roadster'), [...list('Alice-Roadster'), ...more.slice(0, 2)]])
    await compiler.resolveWants(await compiler.compile(fromAnthropic(messages)))
  const { request } = await compiler.compile(fromAnthropic([...list('Bob-Wagon'), ...more]))
  expect(JSON.stringify(request)).not.toContain('Alice')
})

test('conversations that begin alike get the requests that each gets alone', async () => {
  const effects = { summarize: firstWords() }
  const compiler = createConversationCompiler({ ...options, effects })
  const said = (user: string, turn: number): string => (turn === 0 ? 'Hello' : `${user}: ${asked(turn)}`)
  const lists = ['Ann', 'Bob', 'Cy'].map(user => ({
    user,
    messages: [] as object[],
    requests: [] as unknown[],
  }))
  for (let turn = 0; turn < 40; turn++)
    for (const { user, messages, requests } of lists) {
      messages.push({ role: 'user', content: said(user, turn) })
      const result = await compiler.compile(listed(messages))
      requests.push(result.request)
      messages.push({ role: 'assistant', content: turn === 0 ? 'How can I help?' : answered(turn) })
      await compiler.resolveWants(result)
    }
  for (const { user, messages, requests } of lists) {
    const alone = createConversationCompiler({ ...options, effects })
    for (let turn = 0; turn < 40; turn++) {
      const result = await alone.compile(listed(messages.slice(0, 2 * turn + 1)))
      expect(requests[turn], `${user}, turn ${turn}`).toEqual(result.request)
      await alone.resolveWants(result)
    }
  }
})

test('a summary that hangs keeps no other one from being used', async () => {
  let calls = 0
  const summarize = firstWords((input, context) =>
    ++calls % 3 === 0 ? new Promise(() => {}) : firstWords().run(input, context),
  )
  const compiler = createConversationCompiler({ ...options, effects: { summarize, concurrency: 8 } })
  const messages: object[] = []
  let used = 0
  for (let turn = 0; turn < 40; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    const result = await compiler.compile(listed(messages))
    used += summariesIn(result.events).length
    void compiler.resolveWants(result)
    messages.push({ role: 'assistant', content: answered(turn) })
    await new Promise(done => setTimeout(done, 0))
  }
  expect(calls).toBeGreaterThan(6)
  expect(used).toBeGreaterThan(calls / 2)
})

test('a list that cannot be recognized again asks for no summary', async () => {
  let calls = 0
  const summarize = firstWords((input, context) => {
    calls++
    return firstWords().run(input, context)
  })
  const compiler = createConversationCompiler({
    ...options,
    context: C.all().summarize({ segment: 150 }),
    effects: { summarize },
  })
  const messages: object[] = [{ role: 'user', content: 'Hi', providerOptions: { own: new Map([[1, 2]]) } }]
  for (let turn = 0; turn < 40; turn++) {
    messages.push({ role: 'assistant', content: answered(turn) }, { role: 'user', content: asked(turn) })
    const result = await compiler.compile(fromAISDK({ messages }))
    expect(result.ok).toBe(true)
    await compiler.resolveWants(result)
  }
  expect(calls).toBe(0)
})
