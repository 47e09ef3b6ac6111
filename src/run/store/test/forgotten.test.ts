// No byte of a forgotten customer is in the files of a store, the write-ahead log included.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { MemoryStore } from 'ctxc/remember'
import { sqliteMemories } from 'ctxc/remember/sqlite'
import { forget, type Owner, type Store } from 'ctxc/store'
import { sqliteStore } from 'ctxc/store/sqlite'
import { expect, test } from 'vitest'

const ada: Owner = { app: 'docs', user: 'ada' }
const bob: Owner = { app: 'docs', user: 'bob' }
const newPath = () => join(mkdtempSync(join(tmpdir(), 'forgotten-')), 'sessions.db')

/** Counts a text in the files of a database. Another process reads them, because reading here would end the locks. */
const countIn = (path: string, text: string): number[] =>
  ['', '-wal', '-shm'].map(suffix =>
    existsSync(path + suffix)
      ? execFileSync('cat', [path + suffix], { maxBuffer: 2 ** 28 })
          .toString('latin1')
          .split(text).length - 1
      : 0,
  )

/** Pseudo-random numbers. */
function numbers(seed: number): (most: number) => number {
  let last = seed
  return most => {
    last = (last * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((last / 2_147_483_648) * most)
  }
}

/** Writes sessions, shared keys and memories of two owners in turn, with long and repeated texts, and deletes some. */
async function fill(store: Store, memory: MemoryStore, seed: number) {
  const below = numbers(seed)
  const revisions = new Map<string, number>()
  for (let time = 0; time < 200; time++) {
    const [owner, word] = below(2) === 0 ? [ada, 'zqxada'] : [bob, 'zqxbob']
    const id = `s${below(8)}`
    const name = owner.user + id
    const text = `${word}${time} `
    const expectedRevision = revisions.get(name) ?? 0
    const events = [{ author: 'user', text: text.repeat(1 + below(below(10) === 0 ? 3_000 : 30)) }]
    const value = text.repeat(1 + below(50))
    const scopes = below(4) === 0 ? [{ key: `user:k${below(5)}`, value, trust: 'user' as const }] : []
    await store.append({ owner, id }, { expectedRevision, events, scopes, status: 'idle', time })
    revisions.set(name, expectedRevision + 1)
    await memory.add(owner, [{ id: `${id}/${time}`, text: text.repeat(1 + below(20)) }])
    if (below(40) === 0) {
      await store.delete({ owner, id })
      revisions.delete(name)
    }
  }
}

test('4-F11: no byte of a customer is in the files after forget, and those of another are', async () => {
  const path = newPath()
  const [store, memory] = [sqliteStore(path, { synchronous: 'normal' }), sqliteMemories(path)]
  // With these numbers, `secure_delete` and a checkpoint leave 22 copies in the file.
  await fill(store, memory, 1)
  const [inFile = 0, inLog = 0] = countIn(path, 'zqxada')
  expect([inFile > 0, inLog > 0]).toEqual([true, true])
  const { left } = await forget(ada, { stores: [store], memories: [memory] })
  expect(left).toEqual([])
  expect(countIn(path, 'zqxada')).toEqual([0, 0, 0])
  expect(countIn(path, 'zqxbob')[0]).toBeGreaterThan(0)
  expect((await store.list(bob)).items.length).toBeGreaterThan(0)
  await store.close()
  memory.close()
})

test('4-F11: a reader that holds the log back is in the report, and a later call empties the log', async () => {
  const path = newPath()
  const store = sqliteStore(path, { busyTimeout: 30 })
  const write = { expectedRevision: 0, status: 'idle', time: 1 } as const
  await store.append({ owner: ada, id: 's1' }, { ...write, events: [{ author: 'user', text: 'zqxada' }] })
  const reader = new DatabaseSync(path)
  reader.exec('begin')
  reader.prepare('select count(*) from ctxc_session').get()
  const { deleted, left } = await forget(ada, { stores: [store] })
  expect(deleted).toEqual([{ kind: 'sessions', where: 'stores[0]', count: 1 }])
  const why = `${path} and ${path}-wal may have deleted data, because another process used them for 30 ms`
  expect(left).toEqual([{ kind: 'bytes', where: 'stores[0]', why }])
  expect(countIn(path, 'zqxada')[1]).toBeGreaterThan(0)
  reader.close()
  expect((await forget(ada, { stores: [store] })).left).toEqual([])
  expect(countIn(path, 'zqxada')).toEqual([0, 0, 0])
  await store.close()
})
