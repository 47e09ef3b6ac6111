import type { EmbedHandler } from 'ctxc/effects'
import { expect, test } from 'vitest'
import type { MemoryStore, MemoryStoreOptions } from '../index.ts'

const anna = { app: 'trips', user: 'anna' }
const ben = { app: 'trips', user: 'ben' }
const textsOf = async (store: MemoryStore, text: string, owner: typeof anna = anna) =>
  (await store.search(owner, { text })).map(found => found.text)

/** Knows that a night train is a Nachtzug. */
export const embed: EmbedHandler = {
  id: 'topics',
  run: async ({ texts }) =>
    texts.map(text => [/train|zug/i.test(text) ? 1 : 0, /cello|music/i.test(text) ? 1 : 0, 0.1]),
}

/** Memories that `embed` has vectors for. */
export const topics = [
  { id: '1', text: 'Ich fahre gern mit dem Nachtzug.' },
  { id: '2', text: 'My sister plays the cello.' },
  { id: '3', text: 'The kitchen is painted blue.' },
]

/** Tests that any store of memories passes. `make` returns an empty one. */
export function testMemories(name: string, make: (options?: MemoryStoreOptions) => MemoryStore): void {
  test(`${name}: memories are found by their words and meanings, the best first`, async () => {
    const store = make()
    await store.add(anna, [
      { id: '1', text: 'I like night trains.', author: 'user', session: 's1', time: 1_700_000_000_000 },
      { id: '2', text: 'My sister lives in Rome.', author: 'user', session: 's1' },
      { id: '3', text: 'The weather is fine.', author: 'user', session: 's2' },
    ])
    const [best] = await store.search(anna, { text: 'Which train does she like?' })
    expect(best).toEqual({
      ...{ id: '1', text: 'I like night trains.', author: 'user', session: 's1', time: 1_700_000_000_000 },
      score: expect.any(Number),
    })
    expect(await textsOf(store, 'Where does my sister live?')).toContain('My sister lives in Rome.')
    expect(await store.search(anna, { text: 'trains', top: 1 })).toHaveLength(1)
  })

  test(`${name}: an owner finds own memories alone`, async () => {
    const store = make()
    await store.add(anna, [{ id: '1', text: 'Night trains.' }])
    await store.add(ben, [{ id: '1', text: 'Day trains.' }])
    expect(await textsOf(store, 'trains')).toEqual(['Night trains.'])
    expect(await textsOf(store, 'trains', ben)).toEqual(['Day trains.'])
    expect(await textsOf(store, 'trains', { app: 'trips' } as typeof anna)).toEqual([])
    expect(await textsOf(store, 'trains', { app: 'other', user: 'anna' })).toEqual([])
  })

  test(`${name}: a memory is replaced, deleted, and deleted with its owner`, async () => {
    const store = make()
    await store.add(anna, [
      { id: '1', text: 'Night trains.' },
      { id: '2', text: 'Day trains.' },
    ])
    await store.add(anna, [{ id: '1', text: 'Slow boats.' }])
    expect(await textsOf(store, 'night trains')).not.toContain('Night trains.')
    await store.delete(anna, ['1', '7'])
    expect(await textsOf(store, 'slow boats')).toEqual([])
    await store.deleteOwner(anna)
    await store.deleteOwner(ben)
    expect(await textsOf(store, 'day trains')).toEqual([])
  })

  test(`${name}: the memories of a session are left out where the query says so`, async () => {
    const store = make()
    await store.add(anna, [
      { id: '1', text: 'Night trains.', session: 's1' },
      { id: '2', text: 'Day trains.', session: 's2' },
    ])
    const found = await store.search(anna, { text: 'trains', exceptSession: 's1' })
    expect(found.map(({ id }) => id)).toEqual(['2'])
  })

  test.each([
    '',
    ' ',
    '"',
    "'; drop table ctxc_memory; --",
    'a OR b NOT (c',
    '*',
    'NEAR(a b)',
    'words:x',
    '\0',
    '😀'.repeat(5_000),
  ])(`${name}: a query is data: %j`, async text => {
    const store = make()
    await store.add(anna, [{ id: '1', text: `a b ${text}` }])
    expect(Array.isArray(await store.search(anna, { text }))).toBe(true)
  })

  test(`${name}: malformed owners, memories and queries are a TypeError`, async () => {
    const store = make()
    await expect(store.search(undefined as never, { text: 'a' })).rejects.toThrow(TypeError)
    await expect(store.search({ app: '' }, { text: 'a' })).rejects.toThrow(TypeError)
    await expect(store.search(anna, 'a' as never)).rejects.toThrow(TypeError)
    await expect(store.search(anna, { text: 'a', top: 0 })).rejects.toThrow(TypeError)
    await expect(store.add(anna, [{ id: '', text: 'a' }])).rejects.toThrow(TypeError)
    await expect(store.add(anna, [{ id: '1' } as never])).rejects.toThrow(TypeError)
    await expect(store.deleteOwner({} as never)).rejects.toThrow(TypeError)
  })

  test(`${name}: vectors find a memory that shares no word with the query`, async () => {
    const store = make({ embed })
    await store.add(anna, topics)
    const [found] = await store.search(anna, { text: 'sleeping on trains', top: 1 })
    expect(found?.id).toBe('1')
    expect((await store.search(anna, { text: 'music', top: 1 }))[0]?.id).toBe('2')
    await store.delete(anna, ['1'])
    expect((await store.search(anna, { text: 'sleeping on trains' })).map(({ id }) => id)).not.toContain('1')
  })

  test(`${name}: a handler that fails leaves the words`, async () => {
    const run = () => Promise.reject(new Error('no model'))
    const store = make({ embed: { id: 'down', run } })
    await store.add(anna, topics)
    expect((await store.search(anna, { text: 'who plays the cello?', top: 1 }))[0]?.id).toBe('2')
  })
}

/** Tests of stores that search any script, among many memories. */
export function testManyMemories(name: string, make: () => MemoryStore): void {
  test(`${name}: any script is found among many memories, and a long session hides no other`, async () => {
    const store = make()
    await store.add(anna, [
      { id: 'cjk', text: '我的妹妹住在罗马' },
      { id: 'ko', text: '제 여동생은 로마에 살아요' },
      { id: 'lig', text: 'ﬁnance' },
      { id: 'old', text: 'Long ago there was a platypus in a river', session: 'old' },
    ])
    await store.add(
      anna,
      Array.from({ length: 600 }, (_, at) => ({ id: `f${at}`, text: `filler ${at}`, session: 'f' })),
    )
    await store.add(
      anna,
      Array.from({ length: 500 }, (_, at) => ({ id: `c${at}`, text: `platypus ${at}`, session: 'cur' })),
    )
    const found = async (text: string, exceptSession?: string) =>
      (await store.search(anna, { text, ...(exceptSession && { exceptSession }) })).map(({ id }) => id)
    expect(await found('妹妹住在哪里')).toContain('cjk')
    expect(await found('여동생은 어디')).toContain('ko')
    expect(await found('finance')).toContain('lig')
    expect(await found('platypus', 'cur')).toContain('old')
  })
}
