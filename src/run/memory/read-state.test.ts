// States that were not checked: their content is shown, and nothing throws.
import { expect, test } from 'vitest'
import { createChunk, createContextBuilder, createState, type MemoryState, readTags } from './index.ts'

const chunk = (id: string, fields: object = {}) => ({
  id,
  type: 'AGENT',
  content: { type: 'TEXT', role: 'user', text: id },
  metadata: {},
  ...fields,
})

const stateOf = (chunks: readonly object[], rest: object = {}): MemoryState =>
  ({
    id: 's',
    chunkIds: chunks.map(each => (each as { id: string }).id),
    chunks: new Map(chunks.map(each => [(each as { id: string }).id, each])),
    metadata: {},
    ...rest,
  }) as unknown as MemoryState

/** Returns the ids of the tags in the messages built from a state. */
function shown(state: MemoryState): (string | undefined)[] {
  const { messages, includedChunkIds } = createContextBuilder().build(state)
  const tags = readTags(messages.map(({ content }) => content).join('\n\n'))
  const ids = tags.map(({ attributes }) => attributes.id)
  expect(includedChunkIds).toEqual(expect.arrayContaining(ids))
  return ids
}

test('a log that lacks the shown chunks is not used', () => {
  const [a, b] = [chunk('a'), chunk('b')]
  for (const log of [
    [],
    null,
    5,
    [{ chunk: a, covers: null }],
    [{ chunk: b }],
    [{ chunk: chunk('z'), covers: null }],
    [null, {}, { chunk: null }, { chunk: a, covers: ['a', 'b', null, 5] }, { chunk: b, covers: 'a' }],
    [
      { chunk: a, covers: ['b'] },
      { chunk: b, covers: ['a'] },
    ],
  ])
    expect(shown(stateOf([a, b], { log }))).toEqual(['a', 'b'])
})

test('ids are those of the map, and an id named twice is shown once', () => {
  const map = (entries: readonly (readonly [unknown, object | null])[]) => new Map(entries as never)
  expect(shown(stateOf([], { chunkIds: ['k'], chunks: map([['k', chunk('a')]]) }))).toEqual(['k'])
  expect(shown(stateOf([], { chunkIds: ['a', 'a'], chunks: map([['a', chunk('a')]]) }))).toEqual(['a'])
  expect(shown(stateOf([], { chunkIds: [5], chunks: map([[5, chunk('5', { id: 5 })]]) }))).toEqual(['5'])
  const missing = stateOf([], { chunkIds: ['a', 'b'], chunks: map([['a', null]]) })
  expect(createContextBuilder().build(missing).exclusions).toEqual([
    { id: 'a', reason: 'missing' },
    { id: 'b', reason: 'missing' },
  ])
})

test('invalid children are ignored', () => {
  for (const children of [null, {}, 'abc', { length: 1 }, [null]])
    expect(shown(stateOf([chunk('a', { children })]))).toEqual(['a'])
  expect(shown(stateOf([chunk('a', { children: [{}, { id: 5 }] })]))).toEqual(['a', 'a/0', '5'])
})

test('an invalid field gets its default', () => {
  const odd = {
    type: [...['__proto__', 'constructor', 'toString'], 5, null, {}],
    subType: ['constructor', '__proto__', 5, {}, 'a "b" <c>\n'],
    priority: [{}, NaN, 'x', Symbol('x'), Object.create(null)],
    retentionStrategy: ['toString', 5, {}],
    metadata: [null, 5, 'x', { custom: 5 }],
    content: [null, 5, 'words', ['a'], { toJSON: 5 }, { type: 'MIXED', parts: [null, 5, 'x', {}] }],
  }
  for (const [field, values] of Object.entries(odd))
    for (const type of ['SYSTEM', 'WORKING_FLOW', 'ENVIRONMENT'])
      for (const value of values) {
        const given = chunk('a', { type, ...{ [field]: value } })
        expect(shown(stateOf([given])), `${field} ${typeof value}`).toEqual(['a'])
      }
})

test('an invalid state, type or id is a TypeError', () => {
  for (const state of [null, undefined, 5, {}, { chunkIds: ['a'], chunks: { a: chunk('a') } }])
    expect(() => createContextBuilder().build(state as never)).toThrow(
      state === undefined
        ? 'state is missing: give a memory state { chunkIds, chunks }, such as createState makes'
        : 'state must be a memory state { chunkIds, chunks }, such as createState makes, got ',
    )
  for (const type of ['constructor', '__proto__', 'NOPE', undefined])
    expect(() => createChunk(chunk('a', { type }) as never)).toThrow(
      type === undefined ? 'chunk.type is missing: give one of SYSTEM' : 'chunk.type must be one of SYSTEM',
    )
  const child = { id: 'a', content: { type: 'TEXT' } } as const
  for (const children of [
    [child],
    [{ ...child, id: 'b' }],
    [
      { ...child, id: 'c' },
      { ...child, id: 'c' },
    ],
  ])
    expect(() => createState([chunk('a', { children }), chunk('b')] as never)).toThrow(TypeError)
})
