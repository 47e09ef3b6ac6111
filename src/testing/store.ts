import { ConflictError } from '../store/conflict-error.ts'
import type { Owner, SessionKey } from '../store/owner.ts'
import type { Append, NewEvent, Store } from '../store/store.ts'
import { assertEqual, assertRejects } from './assert.ts'

/** One requirement of the contract of stores. */
export interface StoreTest {
  readonly name: string
  /** Rejects with an error that says what the store did instead. */
  run(): Promise<void>
}

/** Maker of stores for `testStore`. */
export interface StoreMaker {
  /** Returns an empty store. */
  make(): Store | Promise<Store>
  /** Returns a second store over the data of one, as another process has it; omit it if the data is in memory only. */
  again?(store: Store): Store | Promise<Store>
}

const ada: Owner = { app: 'docs', user: 'ada' }
const bob: Owner = { app: 'docs', user: 'bob' }
const key: SessionKey = { owner: ada, id: 's1' }

const says = (text: string): NewEvent => ({ author: 'user', parts: [{ kind: 'text', text }] })

const write = (
  expectedRevision: number,
  events: readonly NewEvent[],
  more: Partial<Append> = {},
): Append => ({
  expectedRevision,
  events,
  status: 'due',
  time: 1_000 + expectedRevision,
  ...more,
})

/** Texts that a column, an encoding or a serialiser could change. */
const difficultTexts = [
  '',
  'a\u0000b',
  '\ud800 alone',
  'Zürich 東京 🎉 e\u0301',
  '{"$blob":"x"}',
  'long0:abc',
  `${'x'.repeat(70_000)}🎉`,
  `long1:${'y'.repeat(20_000)}`,
  "'; drop table ctxc_event; --",
]

const cases: Readonly<Record<string, (store: Store, maker: StoreMaker) => Promise<void>>> = {
  async 'returns null for a session that does not exist'(store) {
    assertEqual(await store.read(key), null)
    assertEqual(await store.delete(key), false)
    assertEqual(await store.fork(key, 's2', { time: 1 }), null)
    assertEqual((await store.list(ada)).items, [])
  },

  async 'returns what was appended, in order and with its places'(store) {
    const state = { plan: 'free', nested: { list: [1, null, 'x'] } }
    assertEqual(await store.append(key, write(0, [says('one'), says('two')], { state })), 2)
    assertEqual(await store.append(key, write(2, [says('three')], { status: 'waiting', wakeAt: 9 })), 3)
    const record = await store.read(key)
    assertEqual(record, {
      id: 's1',
      revision: 3,
      status: 'waiting',
      wakeAt: 9,
      created: 1_000,
      updated: 1_002,
      parent: null,
      state,
      from: 0,
      events: ['one', 'two', 'three'].map((text, seq) => ({
        seq,
        author: 'user',
        branch: '',
        response: '',
        parts: [{ kind: 'text', text }],
      })),
    })
  },

  async 'returns only the events from a place on'(store) {
    await store.append(key, write(0, [says('one'), says('two'), says('three')]))
    const tail = await store.read(key, { from: 2 })
    assertEqual([tail?.from, tail?.revision, tail?.events.map(({ seq }) => seq)], [2, 3, [2]])
    assertEqual((await store.read(key, { from: 3 }))?.events, [])
    assertEqual((await store.read(key, { from: 99 }))?.events, [])
  },

  async 'keeps every character, field and order of keys'(store) {
    const events = difficultTexts.map(says)
    const later = { ...says('x'), later: { b: 1, a: [{}] }, extra: { format: 'x', fields: { z: 1, y: 2 } } }
    await store.append(key, write(0, [...events, later as NewEvent]))
    const stored = (await store.read(key))?.events ?? []
    assertEqual(
      stored.slice(0, -1).map(({ parts }) => JSON.stringify(parts)),
      events.map(({ parts }) => JSON.stringify(parts)),
    )
    const { seq: _, branch: _b, response: _r, ...last } = stored.at(-1) as object as Record<string, unknown>
    assertEqual(JSON.stringify(last.later), JSON.stringify(later.later))
    assertEqual(JSON.stringify(last.extra), JSON.stringify(later.extra))
  },

  async 'keeps deeply nested values'(store) {
    let value: unknown = 'deep'
    for (let depth = 0; depth < 20_000; depth++) value = depth % 2 === 0 ? [value] : { a: value }
    const part = { kind: 'data', value } as never
    await store.append(key, write(0, [{ author: 'user', parts: [part] }]))
    let stored = (((await store.read(key))?.events[0]?.parts ?? []) as readonly { value: unknown }[])[0]
      ?.value
    while (typeof stored === 'object' && stored !== null) stored = Object.values(stored)[0]
    assertEqual(stored, 'deep')
  },

  async 'does not change with objects of the caller'(store) {
    const part = { kind: 'text' as const, text: 'before' }
    await store.append(key, write(0, [{ author: 'user', parts: [part] }]))
    ;(part as { text: string }).text = 'after'
    const firstPart = async () => (await store.read(key))?.events[0]?.parts[0] as { text: string }
    const read = await firstPart()
    assertEqual(read.text, 'before')
    read.text = 'after'
    assertEqual((await firstPart()).text, 'before')
  },

  async 'rejects an append at another revision, and writes nothing'(store) {
    await store.append(key, write(0, [says('one')]))
    for (const expected of [0, 2, 7]) {
      const scopes = [{ key: 'user:name', value: 'Eve', trust: 'user' as const }]
      const error = await assertRejects(() => store.append(key, write(expected, [says('lost')], { scopes })))
      if (!(error instanceof ConflictError)) throw new Error(`expected a ConflictError, got ${String(error)}`)
      assertEqual([error.expected, error.actual], [expected, 1])
    }
    assertEqual((await store.read(key))?.revision, 1)
    assertEqual((await store.scopes(ada)).size, 0)
  },

  async 'lets one of several concurrent writers win'(store, maker) {
    const stores = [store, (await maker.again?.(store)) ?? store]
    await store.append(key, write(0, [says('start')]))
    let won = 0
    for (let round = 0; round < 20; round++) {
      const revision = 1 + won
      const tries = Array.from({ length: 8 }, (_, writer) =>
        (stores[writer % 2] as Store).append(key, write(revision, [says(`${round}.${writer}`)])).then(
          () => 1,
          (error: unknown) => {
            if (error instanceof ConflictError) return 0
            throw error
          },
        ),
      )
      const winners = (await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0)
      assertEqual(winners, 1)
      won += winners
    }
    const events = (await store.read(key))?.events ?? []
    assertEqual(
      events.map(({ seq }) => seq),
      Array.from({ length: won + 1 }, (_, seq) => seq),
    )
    for (const each of stores.slice(1)) if (each !== store) await each.close()
  },

  async 'shows another store over the same data what was appended'(store, maker) {
    if (maker.again === undefined) return
    await store.append(key, write(0, [says('one')]))
    const other = await maker.again(store)
    assertEqual((await other.read(key))?.revision, 1)
    await other.append(key, write(1, [says('two')]))
    assertEqual((await store.read(key))?.revision, 2)
    await other.close()
  },

  async 'hides sessions of other owners from every method'(store) {
    await store.append(
      key,
      write(0, [says('secret')], { scopes: [{ key: 'user:k', value: 1, trust: 'user' }] }),
    )
    const others: Owner[] = [
      bob,
      { app: 'docs' },
      { app: 'other', user: 'ada' },
      { app: 'docs', user: 'Ada' },
    ]
    for (const owner of others) {
      const foreign = { owner, id: 's1' }
      assertEqual(await store.read(foreign), null)
      assertEqual((await store.list(owner)).items, [])
      assertEqual(await store.fork(foreign, 's2', { time: 1 }), null)
      assertEqual(await store.delete(foreign), false)
      assertEqual(await store.deleteOwner(owner), 0)
      assertEqual((await store.scopes(owner)).size, 0)
      assertEqual(await store.append(foreign, write(0, [says('own')])), 1)
      assertEqual(await store.delete(foreign), true)
    }
    assertEqual((await store.read(key))?.revision, 1)
  },

  async 'lists sessions by their last change, page by page'(store) {
    for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries())
      await store.append({ owner: ada, id }, write(0, [says(id)], { time: index < 3 ? 10 : 20 }))
    await store.append({ owner: ada, id: 'a' }, write(1, [says('again')], { time: 30, status: 'idle' }))
    const ids: string[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<Store['list']>> = await store.list(ada, {
        limit: 2,
        ...(after !== null && { after }),
      })
      if (page.items.length > 2) throw new Error(`expected at most 2 items, got ${page.items.length}`)
      ids.push(...page.items.map(({ id }) => id))
      after = page.next
    } while (after !== null)
    assertEqual(ids, ['a', 'd', 'e', 'b', 'c'])
    assertEqual(
      (await store.list(ada, { status: 'idle' })).items.map(({ id }) => id),
      ['a'],
    )
  },

  async 'returns sessions of all owners that a runner must look at'(store) {
    await store.append(key, write(0, [says('x')], { status: 'due' }))
    await store.append({ owner: bob, id: 's1' }, write(0, [says('x')], { status: 'waiting', wakeAt: 50 }))
    await store.append({ owner: bob, id: 's2' }, write(0, [says('x')], { status: 'waiting', wakeAt: 51 }))
    await store.append({ owner: bob, id: 's3' }, write(0, [says('x')], { status: 'idle' }))
    const due: SessionKey[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<Store['due']>> = await store.due({
        now: 50,
        limit: 1,
        ...(after !== null && { after }),
      })
      due.push(...page.items)
      after = page.next
    } while (after !== null)
    const names = due.map(({ owner, id }) => `${owner.app}/${owner.user}/${id}`).sort()
    assertEqual(names, ['docs/ada/s1', 'docs/bob/s1'])
  },

  async 'keeps shared keys with their trust and revision'(store) {
    const set = (name: string, value: string | undefined, seen?: number) => ({
      key: name,
      ...(value !== undefined && { value }),
      trust: 'user' as const,
      ...(seen !== undefined && { expectedRevision: seen }),
    })
    await store.append(
      key,
      write(0, [says('x')], { scopes: [set('user:name', 'Ada', 0), set('app:motd', 'Hi')] }),
    )
    const own = await store.scopes(ada)
    assertEqual(
      [...own].sort(([left], [right]) => (left < right ? -1 : 1)),
      [
        ['app:motd', { value: 'Hi', trust: 'user', revision: 1 }],
        ['user:name', { value: 'Ada', trust: 'user', revision: 1 }],
      ],
    )
    assertEqual([...(await store.scopes(bob)).keys()], ['app:motd'])
    assertEqual([...(await store.scopes({ app: 'docs' })).keys()], ['app:motd'])
    assertEqual((await store.scopes({ app: 'other', user: 'ada' })).size, 0)
    const other = { owner: ada, id: 's2' }
    await store.append(other, write(0, [says('x')], { scopes: [set('user:name', 'Ada L.', 1)] }))
    const error = await assertRejects(() =>
      store.append(
        key,
        write(1, [says('x')], { scopes: [set('app:motd', 'Ho', 1), set('user:name', 'A', 1)] }),
      ),
    )
    if (!(error instanceof ConflictError)) throw new Error(`expected a ConflictError, got ${String(error)}`)
    assertEqual(error.scopes, ['user:name'])
    assertEqual((await store.scopes(ada)).get('app:motd')?.value, 'Hi')
    assertEqual((await store.read(key))?.revision, 1)
    await store.append(key, write(1, [says('x')], { scopes: [set('user:name', undefined, 2)] }))
    assertEqual((await store.scopes(ada)).has('user:name'), false)
    await store.append(key, write(2, [says('x')], { scopes: [set('user:name', 'Ada', 3)] }))
    assertEqual((await store.scopes(ada)).get('user:name')?.revision, 4)
  },

  async 'forks a session at a place, with events of its own'(store) {
    const long = 'z'.repeat(40_000)
    await store.append(key, write(0, [says('one'), says(long), says('three')], { state: { a: 1 } }))
    assertEqual(await store.fork(key, 's2', { at: 2, time: 5, events: [says('own')], status: 'waiting' }), 3)
    const copy = { owner: ada, id: 's2' }
    const record = await store.read(copy)
    assertEqual(
      [record?.parent, record?.status, record?.state],
      [{ id: 's1', revision: 2 }, 'waiting', { a: 1 }],
    )
    const texts = record?.events.map(({ parts }) => (parts[0] as { text: string }).text)
    assertEqual(texts, ['one', long, 'own'])
    await store.append(copy, write(3, [says('more')]))
    assertEqual((await store.read(key))?.revision, 3)
    const used = await assertRejects(() => store.fork(key, 's2', { time: 5 }))
    if (!(used instanceof ConflictError)) throw new Error(`expected a ConflictError, got ${String(used)}`)
    assertEqual(await store.delete(key), true)
    assertEqual((await store.read(copy))?.events.length, 4)
  },

  async 'deletes a session, or all of an owner'(store) {
    const long = says('w'.repeat(40_000))
    const scopes = [
      { key: 'user:name', value: 'Ada', trust: 'user' as const },
      { key: 'app:motd', value: 'Hi', trust: 'user' as const },
    ]
    await store.append(key, write(0, [long], { scopes }))
    await store.append({ owner: ada, id: 's2' }, write(0, [long]))
    await store.append({ owner: bob, id: 's1' }, write(0, [long]))
    assertEqual(await store.delete(key), true)
    assertEqual(await store.read(key), null)
    assertEqual(await store.append(key, write(0, [says('new')])), 1)
    assertEqual((await store.read(key))?.events.length, 1)
    assertEqual(await store.deleteOwner(ada), 2)
    assertEqual((await store.list(ada)).items, [])
    assertEqual([...(await store.scopes(ada)).keys()], ['app:motd'])
    const kept = await store.read({ owner: bob, id: 's1' })
    assertEqual(JSON.stringify(kept?.events[0]?.parts), JSON.stringify((long as { parts: unknown }).parts))
  },

  async 'rejects malformed input, and writes nothing'(store) {
    const wrong: readonly (() => Promise<unknown>)[] = [
      () => store.append({ owner: { app: '' }, id: 's1' }, write(0, [])),
      () => store.append({ owner: ada, id: '' }, write(0, [])),
      () => store.append(key, write(-1, [])),
      () => store.append(key, write(0, [{ author: '' } as never])),
      () => store.append(key, write(0, [], { status: 'odd' as never })),
      () => store.append(key, write(0, [], { time: Number.NaN })),
      () => store.append(key, write(0, [], { scopes: [{ key: 'name', value: 1, trust: 'user' }] })),
      () =>
        store.append(
          { owner: { app: 'docs' }, id: 's1' },
          write(0, [], { scopes: [{ key: 'user:name', value: 1, trust: 'user' }] }),
        ),
      () => store.read(key, { from: 0.5 }),
      () => store.list(ada, { limit: 0 }),
      () => store.list(ada, { after: 'odd' }),
      () => store.fork(key, '', { time: 1 }),
    ]
    for (const [index, call] of wrong.entries()) {
      const error = await assertRejects(call)
      if (!(error instanceof TypeError))
        throw new Error(`call ${index}: expected a TypeError, got ${String(error)}`)
    }
    assertEqual((await store.list(ada)).items, [])
  },

  async 'gives the right to run sessions to one holder at a time'(store, maker) {
    if (store.claim === undefined) return
    const claim = await store.claim()
    if (claim === null) throw new Error('expected a claim, got null')
    const other = (await maker.again?.(store)) ?? null
    if (other?.claim !== undefined) assertEqual(await other.claim(), null)
    await claim.release()
    const next = await (other ?? store).claim?.()
    if (next === null || next === undefined) throw new Error('expected a claim after the release, got none')
    await next.release()
    if (other !== null) await other.close()
  },
}

/**
 * Returns the tests of the contract of stores, each on a store of its own, for any test runner.
 *
 * @example
 * import { memoryStore } from 'ctxc/store'
 * import { testStore } from 'ctxc/testing'
 *
 * for (const { run } of testStore({ make: memoryStore })) await run() // test(name, run) in a test runner
 */
export const testStore = (maker: StoreMaker): readonly StoreTest[] =>
  Object.entries(cases).map(([name, check]) => ({
    name,
    async run() {
      const store = await maker.make()
      try {
        await check(store, maker)
      } finally {
        await store.close()
      }
    },
  }))
