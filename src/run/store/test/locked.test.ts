// A file that is damaged or locked by another process: other work continues, and the error has its own class.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { sqliteMemories } from '../../remember/sqlite/sqlite-memories.ts'
import { DamagedError, LockedError, sqliteStore } from '../sqlite/index.ts'

const key = { owner: { app: 'shop' }, id: 's1' }
const write = {
  expectedRevision: 0,
  events: [{ author: 'user', text: 'Hi' }],
  status: 'idle' as const,
  time: 1,
}
const pathOf = (): string => join(mkdtempSync(join(tmpdir(), 'locked-')), 'sessions.db')

/** Starts a process that has the write lock of a file until its standard input ends. */
async function locked(path: string): Promise<{ release(): Promise<unknown> }> {
  const code = `
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(${JSON.stringify(path)})
    database.exec('begin immediate')
    console.log('locked')
    process.stdin.on('end', () => database.exec('commit')).resume()`
  const child = spawn(process.execPath, ['--no-warnings', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return {
    release() {
      child.stdin.end()
      return once(child, 'close')
    },
  }
}

/** Counts how often a timer of 20 ms fires until some work is done, or until a maximum time. */
async function ticksDuring(work: Promise<unknown>): Promise<number> {
  let ticks = 0
  const timer = setInterval(() => ticks++, 20)
  await work.catch(() => {})
  clearInterval(timer)
  return ticks
}

describe('while another process has the lock', () => {
  test('an append waits, everything else goes on, and reads are answered', async () => {
    const path = pathOf()
    const store = sqliteStore(path)
    const other = await locked(path)
    const append = store.append(key, write)
    expect(await store.read(key)).toBeNull()
    const ticks = ticksDuring(append)
    await new Promise(resolve => setTimeout(resolve, 400))
    await other.release()
    expect(await append).toBe(1)
    expect(await ticks).toBeGreaterThan(5)
    await store.close()
  })

  test('an append that waits too long is a LockedError that names the file, and writes nothing', async () => {
    const path = pathOf()
    const store = sqliteStore(path, { busyTimeout: 150 })
    const other = await locked(path)
    const append = store.append(key, write)
    expect(await ticksDuring(append)).toBeGreaterThan(1)
    const error = await append.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(LockedError)
    expect((error as LockedError).message).toContain('sessions.db')
    await other.release()
    expect(await store.read(key)).toBeNull()
    await store.close()
  })

  test('memories wait alike', async () => {
    const path = pathOf()
    const memories = sqliteMemories(path)
    const other = await locked(path)
    const add = memories.add(key.owner, [{ id: '1', text: 'Anna likes trains.' }])
    const ticks = ticksDuring(add)
    await new Promise(resolve => setTimeout(resolve, 200))
    await other.release()
    await add
    expect(await ticks).toBeGreaterThan(2)
    expect(await memories.search(key.owner, { text: 'trains' })).toHaveLength(1)
    memories.close()
  })

  test('appends that wait at the same time are all made', async () => {
    const path = pathOf()
    const store = sqliteStore(path)
    const other = await locked(path)
    const ids = ['a', 'b', 'c', 'd']
    const appends = ids.map(id => store.append({ ...key, id }, write))
    await other.release()
    expect(await Promise.all(appends)).toEqual([1, 1, 1, 1])
    await store.close()
  })
})

describe('a damaged file', () => {
  const damages: readonly [string, string][] = [
    ['an event is cut off', `update ctxc_event set body = substr(body, 1, 9)`],
    ['an event is no object', `update ctxc_event set body = 'null'`],
    ['a difference is no difference', `update ctxc_event set base = 1, body = '9,9,9|' where seq = 1`],
    ['the state is no JSON', `update ctxc_session set state = '{'`],
    ['a long text is gone', `pragma foreign_keys = off; delete from ctxc_long`],
  ]
  test.each(damages)('in which %s is a DamagedError that names file and session', async (_, sql) => {
    const path = pathOf()
    const store = sqliteStore(path)
    const events = [
      { author: 'user', text: 'Hello there, how are you?' },
      { author: 'user', text: 'x'.repeat(20_000) },
    ]
    await store.append(key, { ...write, events })
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
    const error = await store.read(key).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DamagedError)
    expect((error as DamagedError).message).toContain(`${path}' is damaged: session 's1' of 'shop'`)
    await store.close()
  })

  test('is a DamagedError for shared keys that are no JSON', async () => {
    const path = pathOf()
    const store = sqliteStore(path)
    await store.append(key, { ...write, scopes: [{ key: 'app:a', value: 1, trust: 'user' }] })
    const database = new DatabaseSync(path)
    database.exec(`update ctxc_scope set value = '{'`)
    database.close()
    await expect(store.scopes(key.owner)).rejects.toBeInstanceOf(DamagedError)
    await store.close()
  })
})
