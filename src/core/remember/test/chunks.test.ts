// Threads of `ctxc/memory` as a store of memories.
import { agent, C, compile, createSession } from 'ctxc'
import {
  type ChunkContent,
  type ChunkType,
  chunkMemories,
  createMemoryManager,
  type NewChunk,
} from 'ctxc/memory'
import { expect, test } from 'vitest'

const owner = { app: 'trips', user: 'anna' }
const said = (role: string, text: string): ChunkContent => ({ type: 'TEXT', role, text })

function remembering(chunks: readonly NewChunk[]) {
  const manager = createMemoryManager()
  manager.createThread('t1', { custom: { owner } })
  manager.append('t1', chunks)
  return { manager, store: chunkMemories(manager) }
}
const textsOf = async (store: ReturnType<typeof chunkMemories>, text: string) =>
  (await store.search(owner, { text })).map(found => found.text)

test('the words of users and agents in the threads of an owner are found, and nobody else finds them', async () => {
  const { manager, store } = remembering([
    { id: 'a', type: 'AGENT', content: said('user', 'I like night trains.'), metadata: { createdAt: 5 } },
    { id: 'b', type: 'AGENT', content: said('assistant', 'I booked a night train.') },
  ])
  manager.createThread('t2')
  manager.append('t2', { type: 'AGENT', content: said('user', 'Night trains of nobody.') })
  const found = await store.search(owner, { text: 'night trains' })
  expect(found.find(({ id }) => id === 't1/a')).toEqual({
    ...{ id: 't1/a', text: 'I like night trains.', author: 'user', session: 't1', time: 5 },
    score: expect.any(Number),
  })
  expect(found.map(({ id, author }) => `${id} ${author}`).sort()).toEqual(['t1/a user', 't1/b assistant'])
  expect(await store.search({ app: 'trips', user: 'ben' }, { text: 'night trains' })).toEqual([])
  expect(await store.search(owner, { text: 'night trains', exceptSession: 't1' })).toEqual([])
})

test('instructions, calls, results, thoughts and what is ephemeral are no memories', async () => {
  const text = 'The quokka sleeps.'
  const chunk = (type: ChunkType, more: Partial<NewChunk> = {}): NewChunk => ({
    type,
    content: { type: 'TEXT', text },
    ...more,
  })
  const { store } = remembering([
    chunk('SYSTEM'),
    chunk('WORKFLOW', {
      content: { type: 'TEXT', action: 'tool_call', toolName: 'look', callId: 'c', text },
    }),
    chunk('ENVIRONMENT', { content: { type: 'TEXT', source: 'tool', toolName: 'look', callId: 'c', text } }),
    chunk('DELEGATION'),
    chunk('AGENT'),
    chunk('WORKING_FLOW', { subType: 'THINKING' }),
    chunk('AGENT', { content: said('user', text), retentionStrategy: 'EPHEMERAL' }),
    chunk('WORKING_FLOW', {
      content: { type: 'TEXT', text: 'It wakes up.' },
      children: [
        { id: 'k', subType: 'THINKING', content: { type: 'TEXT', text } },
        { id: 'l', subType: 'RESPONSE', content: { type: 'TEXT', text: 'It eats leaves.' } },
      ],
    }),
    chunk('OUTPUT', { content: { type: 'TEXT', action: 'task_completed', text: 'The quokka was fed.' } }),
  ])
  expect((await textsOf(store, 'quokka wakes')).sort()).toEqual([
    'It wakes up.\nIt eats leaves.',
    'The quokka was fed.',
  ])
})

test('later changes of a thread are searched: chunks that are added, updated and removed', async () => {
  const { manager, store } = remembering([
    { id: 'a', type: 'AGENT', content: said('user', 'Night trains.'), mutable: true },
    { id: 'b', type: 'AGENT', content: said('user', 'Day trains.') },
  ])
  expect(await textsOf(store, 'trains')).toHaveLength(2)
  manager.update('t1', 'a', { content: said('user', 'Slow boats.') })
  manager.remove('t1', 'b')
  manager.append('t1', { type: 'AGENT', content: said('user', 'Fast trains.') })
  expect(await textsOf(store, 'trains')).toEqual(['Fast trains.'])
  expect(await textsOf(store, 'boats')).toEqual(['Slow boats.'])
})

test('chunks that a summary replaces are found, and the summary is not', async () => {
  const { manager, store } = remembering([
    { id: 'a', type: 'AGENT', content: said('user', 'Which night trains are there?') },
    { id: 'b', type: 'AGENT', content: said('assistant', 'The night train to Rome.') },
    { id: 'c', type: 'AGENT', content: said('user', 'Thanks.') },
  ])
  const summarize = () => 'Trains.'
  expect((await manager.compact('t1', { summarize, keepRecent: 0 })).outcome).toBe('compacted')
  const found = (await store.search(owner, { text: 'trains' })).map(({ id }) => id)
  expect(found.sort()).toEqual(['t1/a', 't1/b', 't1/c'])
  await store.delete(owner, found)
  expect(await textsOf(store, 'trains')).toEqual([])
})

test('added memories are chunks of a thread that is saved and restored, and are replaced by their ids', async () => {
  const { manager, store } = remembering([{ id: 'a', type: 'AGENT', content: said('user', 'Night trains.') }])
  await store.add(owner, [{ id: '1', text: 'Day trains.', author: 'user', session: 's1', time: 7 }])
  await store.add(owner, [{ id: 't1/a', text: 'Trains at night.' }])
  expect((await textsOf(store, 'trains')).sort()).toEqual(['Day trains.', 'Trains at night.'])
  const other = createMemoryManager()
  for (const { threadId } of manager.currentStates()) other.restore(manager.snapshot(threadId as string))
  const [found] = await chunkMemories(other).search(owner, { text: 'day', top: 1 })
  expect(found).toMatchObject({ id: '1', author: 'user', session: 's1', time: 7 })
  await store.delete(owner, ['1'])
  await store.add(owner, [{ id: '1', text: 'Fast trains.' }])
  expect(await textsOf(store, 'fast')).toContain('Fast trains.')
  await store.deleteOwner(owner)
  expect(manager.currentStates()).toEqual([])
})

test('ids of chunks do not collide, whatever slashes names of threads have', async () => {
  const manager = createMemoryManager()
  for (const [thread, id] of [
    ['a', 'b/c'],
    ['a/b', 'c'],
  ] as const) {
    manager.createThread(thread, { custom: { owner } })
    manager.append(thread, { id, type: 'AGENT', content: said('user', `Trains of ${thread}.`) })
  }
  expect(await textsOf(chunkMemories(manager), 'trains')).toHaveLength(2)
})

test('secrets of chunks are placeholders, unless the options say otherwise', async () => {
  const text = 'The database is at postgres://app:Zk3q9xW7mB2vT8@db.example.org/app.'
  const { manager, store } = remembering([{ id: 'a', type: 'AGENT', content: said('user', text) }])
  expect(await textsOf(store, 'which database?')).toEqual(['The database is at [secret:connection-string]'])
  expect(await textsOf(chunkMemories(manager, { protect: [] }), 'which database?')).toEqual([text])
  expect(() => chunkMemories(manager, { protect: ['no' as never] })).toThrow('chunkMemories')
  expect(() => chunkMemories({} as never)).toThrow('chunkMemories.manager must be')
})

test('an agent reads the memories of other threads, and none of its own', async () => {
  const { manager, store: memory } = remembering([
    { id: 'a', type: 'AGENT', content: said('user', 'I like night trains.') },
  ])
  manager.createThread('t2', { custom: { owner } })
  manager.append('t2', { type: 'AGENT', content: said('user', 'Which night trains do I like?') })
  const helper = agent({ name: 'helper', model: 'gpt-5.4', context: [C.all(), C.memory()] })
  const session = createSession({
    id: 't2',
    events: [{ author: 'user', text: 'Which night trains do I like?' }],
  })
  const { request } = await compile(helper, session, { memory, owner })
  expect(JSON.stringify(request)).toContain('- user: I like night trains.')
  expect(JSON.stringify(request)).not.toContain('- user: Which')
})
