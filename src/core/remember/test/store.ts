import { expect, test } from 'vitest'
import type { MemoryStore } from '../index.ts'

const anna = { app: 'trips', user: 'anna' }
const ben = { app: 'trips', user: 'ben' }
const textsOf = async (store: MemoryStore, text: string, owner: typeof anna = anna) =>
  (await store.search(owner, { text })).map(found => found.text)

/** Tests that any store of memories passes. `make` returns an empty one. */
export function testMemories(name: string, make: () => MemoryStore): void {
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
}
