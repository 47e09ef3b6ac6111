// Writes to a thread: complete or not at all, as plain JSON that later changes do not affect.
import { expect, test } from 'vitest'
import {
  createMemoryManager,
  type NewChunk,
  readJSONLines,
  type ThreadSnapshot,
  writeJSONLines,
} from './index.ts'

const said = (id: string, text = id, fields: object = {}): NewChunk => ({
  id,
  type: 'AGENT',
  retentionStrategy: 'COMPRESSIBLE',
  content: { type: 'TEXT', role: 'user', text },
  ...fields,
})

function made() {
  const memory = createMemoryManager()
  memory.createThread('t')
  return memory
}

test('a refused append changes nothing', () => {
  const memory = made()
  memory.append('t', said('a'))
  const child = (id: string) => ({ id, content: { type: 'TEXT' } })
  for (const chunks of [
    [said('b'), { id: 'c', type: 'NOPE' }],
    [said('b'), said('a')],
    [said('b'), said('b')],
    [{ ...said(''), id: undefined }, said('chunk_0')],
    [said('b'), said('c', 'c', { children: [child('b')] })],
    [said('b', 'b', { children: [child('b')] })],
    [said('b', 'b', { children: [child('a')] })],
    null,
  ])
    expect(() => memory.append('t', chunks as never)).toThrow(TypeError)
  expect(memory.append('t', { ...said(''), id: undefined } as never).chunkIds).toEqual(['a', 'chunk_0'])
})

test('chunks are copied as plain JSON, and nothing changes them', () => {
  const memory = made()
  const content = { type: 'TEXT', role: 'user', text: 'one', list: [{ a: 1 }], at: new Date(0) } as const
  const state = memory.append('t', { id: 'a', type: 'AGENT', mutable: true, content })
  ;(content as { text: string }).text = 'two'
  expect(state.chunks.get('a')?.content).toEqual({
    type: 'TEXT',
    role: 'user',
    text: 'one',
    list: [{ a: 1 }],
    at: '1970-01-01T00:00:00.000Z',
  })
  expect(() => (state.chunkIds as string[]).push('b')).toThrow(TypeError)
  expect(() => {
    ;(state.chunks.get('a')!.content.list as { a: number }[])[0]!.a = 2
  }).toThrow(TypeError)
  const circle: Record<string, unknown> = {}
  circle.self = circle
  for (const value of [() => 1, 10n, Symbol('x'), new Map(), circle])
    expect(() => memory.append('t', said('b', 'b', { content: { type: 'TEXT', value } }))).toThrow(
      /^append\.chunks\[0\] (?:holds at \.content\.value|is nested too deeply)/,
    )
  expect(memory.append('t', []).chunkIds).toEqual(['a'])
})

test('an update keeps id, type and omitted fields', () => {
  const memory = made()
  memory.append('t', said('a', 'a', { mutable: true, children: [{ id: 'k', content: { type: 'TEXT' } }] }))
  for (const change of [{ id: 'b' }, { type: 'OUTPUT' }])
    expect(() => memory.update('t', 'a', change as never)).toThrow(TypeError)
  const state = memory.update('t', 'a', { content: undefined, priority: 5 } as never)
  expect(state.chunks.get('a')).toMatchObject({
    content: { text: 'a' },
    priority: 5,
    children: [{ id: 'k' }],
  })
})

const entry = { kind: 'add', chunk: { ...said('a'), metadata: {} } }

test.each([
  [null, 'snapshot must be an object, got null'],
  [{ version: 2, threadId: 't', entries: [] }, 'snapshot.version must be 1, got 2'],
  [{ version: 1, threadId: 't' }, 'snapshot.entries is missing: give a list'],
  [{ version: 1, threadId: 5, entries: [] }, 'snapshot.threadId must be a string, got 5'],
  [{ version: 1, threadId: 't', custom: 5, entries: [] }, 'snapshot.custom must be an object, got 5'],
  [
    { version: 1, threadId: 't', entries: [entry, { kind: '__proto__' }] },
    'snapshot.entries[1].kind must be one of add, update, remove, compact',
  ],
  [
    { version: 1, threadId: 't', entries: [entry, entry] },
    "snapshot.entries[1].chunk must have ids of its own, also for its children, got 'a' again",
  ],
  [
    { version: 1, threadId: 't', entries: [{ ...entry, kind: 'update' }] },
    "snapshot.entries[0].chunk.id must be the id of a chunk of the thread, got 'a'",
  ],
  [
    { version: 1, threadId: 't', entries: [{ kind: 'remove' }] },
    'snapshot.entries[0].id is missing: give the id of',
  ],
  [
    { version: 1, threadId: 't', entries: [{ ...entry, kind: 'compact' }] },
    'snapshot.entries[0].covers is missing: give a list',
  ],
  [
    { version: 1, threadId: 't', entries: [{ ...entry, kind: 'compact', covers: ['b'] }] },
    "snapshot.entries[0].covers[0] must be the id of a chunk of the thread, got 'b'",
  ],
])('restore refuses %j, and creates no thread', (snapshot, message) => {
  const memory = createMemoryManager()
  expect(() => memory.restore(snapshot as never)).toThrow(message)
  expect(memory.createThread('t').chunkIds).toEqual([])
})

test('lines that cannot follow are reported, and the rest is restored', () => {
  const line = (value: object): string => JSON.stringify(value)
  const text = [
    line({ version: 99, threadId: 't' }),
    line(entry),
    line(entry),
    line({ kind: 'remove', id: 'nope' }),
    line({ ...entry, kind: 'update', chunk: { ...entry.chunk, id: 'nope' } }),
    line({ kind: 'compact', covers: ['nope'], chunk: { ...entry.chunk, id: 's' } }),
    'no JSON',
  ].join('\n')
  const { snapshot, problems } = readJSONLines(text)
  expect(problems.map(({ line: at, message }) => `${at} ${message}`)).toEqual([
    '1 the version is 1, not 99',
    "3 entry.chunk must have ids of its own, also for its children, got 'a' again",
    "4 entry.id must be the id of a chunk of the thread, got 'nope'",
    "5 entry.chunk.id must be the id of a chunk of the thread, got 'nope'",
    "6 entry.covers[0] must be the id of a chunk of the thread, got 'nope'",
    '7 the line is no JSON',
  ])
  expect(createMemoryManager().restore(snapshot).chunkIds).toEqual(['a'])
})

test('a first line without a thread is reported, and read if it is an entry', () => {
  for (const [text, length] of [
    ['', 0],
    [JSON.stringify(entry), 1],
  ] as const) {
    const { snapshot, problems } = readJSONLines(text)
    expect(problems).toEqual([{ line: 1, text, message: 'the first line names no thread' }])
    expect(snapshot.entries).toHaveLength(length)
  }
})

test('the second of two concurrent compactions of the same chunks is stale', async () => {
  const memory = made()
  memory.append(
    't',
    Array.from({ length: 20 }, (_, at) => said(`n${at}`, `word ${at} `.repeat(8))),
  )
  const summarize = async ({ tokens }: { tokens: number }) => `sum of ${tokens}`
  memory.append('t', said('last', 'last', { content: { type: 'TEXT', role: 'assistant', text: 'ok' } }))
  memory.append('t', said('end'))
  const [first, second] = await Promise.all([
    memory.compact('t', { summarize, keepRecent: 5 }),
    memory.compact('t', { summarize, keepRecent: 8 }),
  ])
  expect([first.outcome, second.outcome]).toEqual(['compacted', 'stale'])
  expect((await memory.getCurrentState('t')).chunkIds).toEqual(first.state.chunkIds)
})

test('a thread is restored from its lines unchanged', async () => {
  const memory = made()
  memory.append('t', [said('a'), said('b')], { why: 'test' })
  const snapshot: ThreadSnapshot = memory.snapshot('t')
  expect(readJSONLines(writeJSONLines(snapshot)).snapshot).toEqual(snapshot)
})
