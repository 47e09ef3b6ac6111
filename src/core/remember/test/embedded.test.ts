// Stores of memories that rank by vectors of a caller's own model.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbedHandler } from 'ctxc/effects'
import { chunkMemories, createMemoryManager } from 'ctxc/memory'
import { processMemories } from 'ctxc/remember'
import { sqliteMemories } from 'ctxc/remember/sqlite'
import { expect, test } from 'vitest'
import { embed, topics } from './store.ts'

const owner = { app: 'trips', user: 'anna' }

test('vectors are kept in the file, and those of another handler are not compared', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'memories-'))
  const path = join(folder, 'memories.db')
  const first = sqliteMemories(path, { embed })
  await first.add(owner, topics)
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
