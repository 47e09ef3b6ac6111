import { C } from 'ctxc'
import { createConversationCompiler } from 'ctxc/compile'
import type { Effects } from 'ctxc/effects'
import { fromOpenAI } from 'ctxc/from/openai'
import { processMemories } from 'ctxc/remember'
import {
  type ConversationStorage,
  checkedStore,
  type ForgetOptions,
  forget,
  inMemoryStore,
  type Owner,
  type Store,
  storagePrefix,
} from 'ctxc/store'
import { expect, test } from 'vitest'

const ada: Owner = { app: 'docs', user: 'ada' }
const bob: Owner = { app: 'docs', user: 'bob' }
const user = (text: string) => ({ author: 'user', text })
const named = (name: string, expires = 4e12) => ({
  author: 'developer',
  actions: {
    effect: {
      kind: 'cache' as const,
      key: name,
      handler: 'caches',
      prefix: { head: 'h', messages: 1, hash: 'x', tokens: 10, asked: 1, after: null },
      output: JSON.stringify({ name, expires, tokens: 10 }),
    },
  },
})

/** Stores a session of an owner. */
const append = (store: Store, owner: Owner, id: string, events: readonly object[]) =>
  store.append({ owner, id }, { expectedRevision: 0, events: events as never, status: 'idle', time: 1 })

/** Handler of caches at a provider that deletes some and refuses others. */
const caches = (deleted: string[], refused: readonly string[] = []): Effects => ({
  cache: {
    id: 'caches',
    run: async () => ({ name: 'x', expires: 4e12 }),
    delete: async name => {
      if (refused.includes(name)) throw new Error('refused')
      deleted.push(name)
    },
  },
})

/** Compiles a conversation that a storage keeps, with a summary in it. */
async function compileStored(storage: ConversationStorage, owner: Owner | undefined, id: string) {
  const compiler = createConversationCompiler({
    ...{ model: 'gpt-5.4', target: 'openai-chat', budget: 900, storage },
    context: C.all().summarize(),
    effects: { summarize: { id: 's', run: async () => 'A summary.' } },
  })
  const messages = Array.from({ length: 41 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${owner?.user} says ${at}: ${'many words '.repeat(20)}`,
  }))
  const result = await compiler.compile(fromOpenAI(messages), { id, ...(owner && { owner }) })
  await compiler.resolveWants(result)
}

test('4-F11: a customer is deleted from caches, storage, memories and sessions, and nobody else', async () => {
  const [store, memory, storage] = [inMemoryStore(), processMemories(), new Map<string, string>()]
  for (const owner of [ada, bob]) {
    await append(store, owner, 's1', [user('I like night trains.'), named(`caches/${owner.user}`)])
    await memory.add(owner, [{ id: '1', text: 'Likes night trains.' }])
    await compileStored(storage, owner, 'chat-1')
  }
  await compileStored(storage, undefined, 'chat-1')
  const prefix = storagePrefix({ owner: ada })
  const own = [...storage.keys()].filter(key => key.startsWith(prefix))
  expect(own.length).toBeGreaterThan(1)
  expect(own.every(key => key.startsWith(storagePrefix({ owner: ada, conversation: 'chat-1' })))).toBe(true)
  const before = storage.size
  const deleted: string[] = []
  const places = { stores: [store], memories: [memory], storages: [storage], effects: caches(deleted) }
  expect(await forget(ada, places)).toEqual({
    deleted: [
      { kind: 'storage', where: 'storages[0]', count: own.length },
      { kind: 'caches', where: 'effects.cache', count: 1 },
      { kind: 'memories', where: 'memories[0]', count: null },
      { kind: 'sessions', where: 'stores[0]', count: 1 },
    ],
    left: [],
  })
  expect(deleted).toEqual(['caches/ada'])
  expect([...storage.keys()].filter(key => key.startsWith(prefix))).toEqual([])
  expect(storage.size).toBe(before - own.length)
  expect(await memory.search(ada, { text: 'trains' })).toEqual([])
  expect(await memory.search(bob, { text: 'trains' })).toHaveLength(1)
  expect((await store.list(ada)).items).toEqual([])
  expect((await store.list(bob)).items).toHaveLength(1)
  // A second call has nothing left to do.
  const again = await forget(ada, places)
  expect(again.deleted.every(({ count }) => count === 0 || count === null)).toBe(true)
})

test('4-F11: caches that a storage names are deleted before their keys', async () => {
  const deleted: string[] = []
  const storage = new Map([
    [`${storagePrefix({ owner: ada, conversation: 'c' })}p/k`, JSON.stringify({ event: named('caches/1') })],
  ])
  const report = await forget(ada, { storages: [storage], effects: caches(deleted) })
  expect([deleted, storage.size, report.left]).toEqual([['caches/1'], 0, []])
})

test('4-F11: each place that fails is in the report, and stops no other', async () => {
  const store = inMemoryStore()
  await append(store, ada, 's1', [named('caches/1'), named('caches/2'), named('caches/old', 5)])
  const failing = checkedStore(inMemoryStore())
  const fail = () => Promise.reject(new Error('no connection'))
  Object.assign(failing, { list: fail, deleteOwner: fail })
  const storage: ConversationStorage = { get: () => undefined, set: () => undefined }
  const options: ForgetOptions = {
    ...{ stores: [failing, store], storages: [storage], now: () => 10 },
    memories: [{ ...processMemories(), deleteOwner: () => Promise.reject(new Error('down')) }],
    effects: caches([], ['caches/2', 'caches/old']),
  }
  const { deleted, left } = await forget(ada, options)
  expect(deleted).toEqual([
    { kind: 'caches', where: 'effects.cache', count: 1 },
    { kind: 'sessions', where: 'stores[1]', count: 1 },
  ])
  expect(left).toEqual([
    { kind: 'caches', where: 'stores[0]', why: 'no connection' },
    { kind: 'caches', where: 'caches/2', why: 'refused', until: 4e12 },
    {
      kind: 'storage',
      where: 'storages[0]',
      why: "it has no methods keys and delete: delete the keys that begin with 'ctxc:2:docs/ada/'",
    },
    { kind: 'memories', where: 'memories[0]', why: 'down' },
    { kind: 'sessions', where: 'stores[0]', why: 'no connection' },
  ])
})

test('4-F11: caches without a handler, bytes that a store does not answer for, and running sessions are left', async () => {
  const { erase: _, ...memory } = processMemories()
  const store = inMemoryStore()
  await append(store, ada, 's1', [named('caches/1')])
  await append(store, ada, 's2', [user('Hi')])
  await store.leases?.take({ owner: ada, id: 's2' }, { holder: 'p1', length: 1_000, now: 1 })
  const { left } = await forget(ada, { stores: [store], memories: [memory], now: () => 10 })
  expect(left.map(({ kind, where }) => [kind, where])).toEqual([
    ['runs', "session 's2' of stores[0]"],
    ['caches', 'caches/1'],
    ['bytes', 'memories[0]'],
  ])
  const late = inMemoryStore()
  await append(late, ada, 's2', [user('Hi')])
  await late.leases?.take({ owner: ada, id: 's2' }, { holder: 'p1', length: 1_000, now: 1 })
  expect((await forget(ada, { stores: [late], now: () => 2_000 })).left).toEqual([])
})

test('4-F11: an aborted call deletes nothing more, and says so', async () => {
  const store = inMemoryStore()
  await append(store, ada, 's1', [user('Hi')])
  const report = await forget(ada, { stores: [store], signal: AbortSignal.abort(new Error('stop')) })
  expect(report.deleted).toEqual([])
  expect(report.left.map(({ kind, why }) => [kind, why])).toEqual([
    ['caches', 'stop'],
    ['sessions', 'stop'],
  ])
  expect((await store.list(ada)).items).toHaveLength(1)
})

test('4-F11: names in keys of a storage are apart, whatever characters they have', () => {
  const names = ['a', 'a/b', 'a%2Fb', '*', '%2A', '\ud83d', '\ud83e', '😀', '', 'a%']
  const prefixes = names.flatMap(app =>
    names.flatMap(name => [
      ...(app === '' ? [] : [storagePrefix({ owner: name === '' ? { app } : { app, user: name } })]),
      storagePrefix({ conversation: `${app}/${name}` }),
    ]),
  )
  expect(new Set(prefixes).size).toBe(prefixes.length)
  for (const one of prefixes)
    expect(prefixes.filter(other => other !== one && other.startsWith(one))).toEqual([])
  expect(() => storagePrefix({ owner: { app: '' } })).toThrow('storagePrefix.owner.app must be')
})

test('malformed owners and options of forget are a TypeError', async () => {
  await expect(forget({ app: '' }, {})).rejects.toThrow(TypeError)
  await expect(forget(ada, { stores: [{}] } as never)).rejects.toThrow('forget.stores[0] must be a store')
  await expect(forget(ada, { store: [] } as never)).rejects.toThrow("forget has no option 'store'")
})
