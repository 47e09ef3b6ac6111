// Stores of memories that rank by vectors of a caller's own model.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbedHandler } from 'ctxc/effects'
import { chunkMemories, createMemoryManager } from 'ctxc/memory'
import { type MemoryStoreOptions, processMemories } from 'ctxc/remember'
import { sqliteMemories } from 'ctxc/remember/sqlite'
import { expect, test } from 'vitest'

const owner = { app: 'trips', user: 'anna' }
const memories = [
  { id: '1', text: 'Ich fahre gern mit dem Nachtzug.' },
  { id: '2', text: 'My sister plays the cello.' },
  { id: '3', text: 'The kitchen is painted blue.' },
]
/** Knows that a night train is a Nachtzug. */
const embed: EmbedHandler = {
  id: 'topics',
  run: async ({ texts }) =>
    texts.map(text => [/train|zug/i.test(text) ? 1 : 0, /cello|music/i.test(text) ? 1 : 0, 0.1]),
}
const stores = [
  ['in the process', (options: MemoryStoreOptions) => processMemories(options)],
  ['in SQLite', (options: MemoryStoreOptions) => sqliteMemories(':memory:', options)],
  ['in threads', (options: MemoryStoreOptions) => chunkMemories(createMemoryManager(), options)],
] as const

test.each(stores)('vectors find a memory that shares no word with the query, %s', async (_, make) => {
  const store = make({ embed })
  await store.add(owner, memories)
  const [found] = await store.search(owner, { text: 'sleeping on trains', top: 1 })
  expect(found?.id).toBe('1')
  expect((await store.search(owner, { text: 'music', top: 1 }))[0]?.id).toBe('2')
  await store.delete(owner, ['1'])
  expect((await store.search(owner, { text: 'sleeping on trains' })).map(({ id }) => id)).not.toContain('1')
})

test.each(stores)('a handler that fails leaves the words, %s', async (_, make) => {
  const failing: EmbedHandler = {
    id: 'down',
    run: async () => {
      throw new Error('no model')
    },
  }
  const store = make({ embed: failing })
  await store.add(owner, memories)
  expect((await store.search(owner, { text: 'who plays the cello?', top: 1 }))[0]?.id).toBe('2')
})

test('vectors are kept in the file, and those of another handler are not compared', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'memories-'))
  const path = join(folder, 'memories.db')
  const first = sqliteMemories(path, { embed })
  await first.add(owner, memories)
  first.close()
  let texts = 0
  const counting = {
    ...embed,
    run: (input: Parameters<EmbedHandler['run']>[0], about: Parameters<EmbedHandler['run']>[1]) => {
      texts += input.texts.length
      return embed.run(input, about)
    },
  }
  const again = sqliteMemories(path, { embed: counting })
  expect((await again.search(owner, { text: 'sleeping on trains', top: 1 }))[0]?.id).toBe('1')
  expect(texts).toBe(1)
  again.close()
  const other = sqliteMemories(path, { embed: { id: 'other', run: async () => [[1, 0, 0.1]] } })
  expect((await other.search(owner, { text: 'the cello', top: 1 }))[0]?.id).toBe('2')
  other.close()
  rmSync(folder, { recursive: true })
})

test('a malformed option is a TypeError that names it', () => {
  expect(() => processMemories({ embed: { id: '' } as never })).toThrow(/processMemories/)
  expect(() => sqliteMemories(':memory:', { embeds: embed } as never)).toThrow(/sqliteMemories/)
  expect(() => chunkMemories(createMemoryManager(), { embeds: embed } as never)).toThrow(/chunkMemories/)
})
