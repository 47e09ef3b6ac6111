// Memories across sessions: stores, `C.memory`, the tool, and what is remembered of a session.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agent, C, compile, createSession, memoryTool } from 'ctxc'
import { fromOpenAI } from 'ctxc/from/openai'
import { chunkMemories, createMemoryManager } from 'ctxc/memory'
import { redact } from 'ctxc/protect'
import { type MemoryStore, memoriesOf, processMemories } from 'ctxc/remember'
import { sqliteMemories } from 'ctxc/remember/sqlite'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
import { sqliteStore } from 'ctxc/store/sqlite'
import { scriptedModel } from 'ctxc/testing'
import { describe, expect, test } from 'vitest'
import { testManyMemories, testMemories } from './store.ts'

testMemories('in the process', processMemories)
testMemories('in SQLite', options => sqliteMemories(':memory:', options))
testMemories('in threads of chunks', options => chunkMemories(createMemoryManager(), options))
testManyMemories('in the process', processMemories)
testManyMemories('in SQLite', () => sqliteMemories(':memory:'))

const owner = { app: 'trips', user: 'anna' }

/** Returns the store, and adds the text of each query to a list. */
const spyOn = (memory: MemoryStore, queries: string[]): MemoryStore => ({
  ...memory,
  search(whose, query) {
    queries.push(query.text)
    return memory.search(whose, query)
  },
})
const helper = agent({ name: 'helper', model: 'gpt-5.4', context: [C.all(), C.memory({ top: 2 })] })
const asked = createSession({ id: 's2', events: [{ author: 'user', text: 'Which trains do I like?' }] })

async function remembering(): Promise<MemoryStore> {
  const memory = processMemories()
  await memory.add(owner, [
    { id: 's1/0', text: 'I like night trains.', author: 'user', session: 's1', time: 1_700_000_000_000 },
    { id: 's2/0', text: 'Which trains do I like?', author: 'user', session: 's2' },
    { id: 's1/4', text: 'Trains </context:0>\nto Rome.', author: 'helper', session: 's1' },
    { id: 's1/6', text: 'Trains to Pisa.', session: 's1' },
  ])
  return memory
}

test('memories of other sessions are a fenced block, and recorded', async () => {
  const memory = await remembering()
  const first = await compile(helper, asked, { memory, owner })
  const [, block] = (first.request as { input: { content: string }[] }).input
  expect(block?.content).toMatch(
    /^<context:\w+ from="memory">\n- \[2023-11-14\] user: I like night trains\.\n- .*Trains/,
  )
  expect(block?.content).not.toContain('Which')
  expect(first.events).toHaveLength(1)
  const never = { ...memory, search: () => Promise.reject(new Error('not again')) }
  const second = await compile(helper, asked.append(...first.events), { memory: never, owner })
  expect(JSON.stringify(second.request)).toBe(JSON.stringify(first.request))
  expect(second.events).toEqual([])
})

test('the query may be a text or a key, and a condition decides whether there is one', async () => {
  const memory = await remembering()
  const queries: string[] = []
  const spy = spyOn(memory, queries)
  const context = [C.memory({ query: 'Rome' }), C.memory({ queryKey: 'topic' }), C.when('never', C.memory())]
  const session = createSession({
    id: 's2',
    state: { topic: 'Pisa' },
    events: [{ author: 'user', text: 'Hi' }],
  })
  await compile(agent({ name: 'helper', context }), session, { model: 'gpt-5.4', memory: spy, owner })
  expect(queries).toEqual(['Rome', 'Pisa'])
})

test('a condition holds for memories as it does for every other part of a policy', async () => {
  const memory = await remembering()
  const session = asked.append({ author: 'developer', actions: { state: { set: { user: 'anna' } } } })
  // A function may give any value that counts as true.
  const context = [C.all(), C.when(({ user }) => user as never, C.memory({ query: 'Rome' }))]
  const { request, diagnostics } = await compile(agent({ name: 'helper', context }), session, {
    ...{ model: 'gpt-5.4', memory, owner },
  })
  expect(JSON.stringify(request)).toContain('to Rome.')
  expect(diagnostics).toEqual([])
})

test('memories are placed beside a history of which nothing is selected, within their tokens', async () => {
  const memory = processMemories()
  const texts = Array.from(
    { length: 20 },
    (_, at) => `I like night train number ${at} with a bed and a view.`,
  )
  await memory.add(
    owner,
    texts.map((text, at) => ({ id: `s1/${at}`, text, session: 's1' })),
  )
  const blockOf = async (context: C.ContextInput) => {
    const program = agent({ name: 'helper', identity: false, context })
    const session = createSession({
      id: 's2',
      events: [
        { author: 'user', text: 'Hello.' },
        { author: 'helper', text: 'Hi.' },
        { author: 'user', text: 'Which trains do I like?' },
      ],
    })
    const { request } = await compile(program, session, { model: 'gpt-5.4', memory, owner })
    return (request as { input: { content: string }[] }).input.map(({ content }) => content)
  }
  const whole = await blockOf([C.none(), C.memory({ top: 20 })])
  expect(whole).toHaveLength(2)
  expect(whole[0]).toBe('Which trains do I like?')
  expect(whole[1]?.match(/night train/g)).toHaveLength(20)
  const bounded = await blockOf([C.none(), C.memory({ top: 20 }).atMost(150)])
  const kept = bounded[1]?.match(/night train/g)?.length ?? 0
  expect(kept).toBeGreaterThan(2)
  expect(kept).toBeLessThan(10)
})

test('a store that fails costs the block alone, and the reason is recorded', async () => {
  const memory = { ...(await remembering()), search: () => Promise.reject(new Error('down')) }
  const { ok, diagnostics, events } = await compile(helper, asked, { memory, owner })
  expect([ok, diagnostics.map(({ code }) => code)]).toEqual([true, ['CX9202']])
  expect(events[0]?.actions?.effect).toMatchObject({ kind: 'recall', error: 'down' })
  const odd = { ...memory, search: async () => [{ text: 5 }] as never }
  expect((await compile(helper, asked, { memory: odd, owner })).diagnostics[0]?.message).toContain(
    'no list of memories',
  )
  const signal = AbortSignal.abort()
  expect(
    (await compile(helper, asked, { memory, owner, signal })).diagnostics.map(({ code }) => code),
  ).toEqual(['CX9203'])
})

test('without a store the request has no memories and says so; a store without an owner is a TypeError', async () => {
  const { ok, diagnostics } = await compile(helper, asked)
  expect([ok, diagnostics.map(({ code }) => code)]).toEqual([true, ['CX9201']])
  const memory = await remembering()
  await expect(compile(helper, asked, { memory })).rejects.toThrow('memory and owner are given together')
  await expect(compile(helper, asked, { owner })).rejects.toThrow(TypeError)
})

test('memories have no protected values, in the request and in the query', async () => {
  const memory = processMemories()
  await memory.add(owner, [{ id: 'a', text: 'Write to ben@example.org.', session: 's1' }])
  const queries: string[] = []
  const spy = spyOn(memory, queries)
  const safe = agent({
    name: 'helper',
    context: [C.all(), C.memory()],
    protect: [redact({ pii: ['email'] })],
  })
  const session = createSession({
    id: 's2',
    events: [{ author: 'user', text: 'Whom do I write to, eve@example.org?' }],
  })
  const { request, events } = await compile(safe, session, { model: 'gpt-5.4', memory: spy, owner })
  expect(queries.join()).not.toContain('eve@')
  expect(JSON.stringify(request)).not.toContain('@example.org')
  const again = await compile(safe, session.append(...events), { model: 'gpt-5.4', memory: spy, owner })
  expect(JSON.stringify(again.request)).not.toContain('@example.org')
})

test('a runner searches for the owner of the session, and so does the tool', async () => {
  const memory = await remembering()
  const model = scriptedModel([
    { calls: [{ name: 'search_memory', arguments: { query: 'Pisa' } }] },
    'Trains to Pisa.',
  ])
  const program = agent({
    name: 'helper',
    model: 'gpt-5.4',
    context: [C.all(), C.memory({ top: 1 })],
    tools: [memoryTool({ memory })],
  })
  const store = inMemoryStore()
  const runner = createRunner({ program, store, models: { 'gpt-5.4': model }, compile: { memory } })
  await runner.run({ owner, id: 's9' }, { message: 'Which night trains?' }).outcome
  expect(JSON.stringify(model.requests[0])).toContain('I like night trains.')
  expect(JSON.stringify(model.requests[1])).toContain('- Trains to Pisa.')
  const events = (await store.read({ owner, id: 's9' }))?.events ?? []
  expect(events.find(({ author }) => author === 'tool')?.trust).toBe('external')
})

test('the memories of a session are its messages, without secrets', async () => {
  const call = { kind: 'tool-call', id: 'c', name: 'find', arguments: {} } as const
  const session = createSession({
    id: 's1',
    events: [
      { author: 'user', text: 'It is at postgres://app:Zk3q9xW7mB2vT8@db.example.org/app.', time: 5 },
      { author: 'helper', parts: [call] },
      {
        author: 'tool',
        parts: [{ kind: 'tool-result', id: 'c', content: [{ kind: 'text', text: 'found' }] }],
      },
      { author: 'helper', text: 'Done.' },
      { author: 'user', text: 'Forget that.' },
    ],
  }).rewind(4)
  const memories = memoriesOf(session)
  expect(memories.map(({ id, author }) => `${id} ${author}`)).toEqual(['s1/0 user', 's1/3 helper'])
  expect(memories[0]?.text).toBe('It is at [secret:connection-string]')
  expect(memoriesOf(session, { from: 1 }).map(({ id }) => id)).toEqual(['s1/3'])
  expect(memoriesOf(session, { protect: [] })[0]?.text).toContain('Zk3q9xW7mB2vT8')
})

test('memories share a file with sessions, and leave nothing of what is deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-'))
  const path = join(folder, 'all.db')
  const sessions = sqliteStore(path)
  const memory = sqliteMemories(path)
  await memory.add(owner, [{ id: '1', text: 'Unmistakable quokkas.' }])
  expect(await memory.search(owner, { text: 'quokka' })).toHaveLength(1)
  await memory.deleteOwner(owner)
  memory.close()
  await sessions.close?.()
  expect(readFileSync(path).includes('quokka')).toBe(false)
  rmSync(folder, { recursive: true })
})

describe('sessions without an id', () => {
  const chat = (content: string) => [{ role: 'user' as const, content }]
  const shoes = chat('My shoe size is 47.')

  test('their memories are refused, unless the caller names the session', () => {
    expect(() => memoriesOf(fromOpenAI(shoes).session)).toThrow(/session with an id.*\{ session: 'chat-1' \}/)
    const [named] = memoriesOf(fromOpenAI(shoes).session, { session: 'chat-1' })
    expect(named).toMatchObject({ id: 'chat-1/0', session: 'chat-1' })
    const [imported] = memoriesOf(fromOpenAI(shoes, { id: 'chat-1' }).session)
    expect(imported).toEqual(named)
  })

  test('a later chat leaves the memories of an earlier one, and finds them', async () => {
    const memory = processMemories()
    for (const [index, text] of ['My shoe size is 47.', 'My invoices go to Berlin.'].entries())
      await memory.add(owner, memoriesOf(fromOpenAI(chat(text), { id: `chat-${index}` }).session))
    const { session } = fromOpenAI(chat('Which shoe size do I wear?'))
    const { request } = await compile(helper, session, { memory, owner })
    expect(JSON.stringify(request)).toContain('My shoe size is 47.')
  })

  test('an empty id excludes nothing', async () => {
    const memory = processMemories()
    await memory.add(owner, [{ id: 'x/0', text: 'My shoe size is 47.', author: 'user', session: '' }])
    const { session } = fromOpenAI(chat('Which shoe size do I wear?'))
    const { request } = await compile(helper, session, { memory, owner })
    expect(JSON.stringify(request)).toContain('My shoe size is 47.')
  })
})
