// Requirements for a store in a file beyond the contract: other processes, other programs, and later releases.
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, StatementSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { sqliteStore } from '../sqlite/index.ts'
import { openError } from '../sqlite/open-error.ts'

const key = { owner: { app: 'test' }, id: 's1' }
const says = (text: string) => ({ author: 'user', parts: [{ kind: 'text' as const, text }] })
const write = (expectedRevision: number, ...texts: string[]) => ({
  expectedRevision,
  events: texts.map(says),
  status: 'due' as const,
  time: 1,
})
const folder = () => mkdtempSync(join(tmpdir(), 'sqlite-'))

/** Returns arguments for Node that run a module with `sqliteStore`. */
function argumentsOf(code: string): string[] {
  const at = JSON.stringify(new URL('../sqlite/index.ts', import.meta.url).href)
  return ['--no-warnings', '--input-type=module', '-e', `import { sqliteStore } from ${at}\n${code}`]
}

/** Runs a module in a separate process, and returns what it printed. */
const elsewhere = (code: string): string => String(execFileSync(process.execPath, argumentsOf(code))).trim()

/** Runs a module in a separate process, and does not block meanwhile. */
const elsewhereAtOnce = async (code: string): Promise<string> =>
  (await promisify(execFile)(process.execPath, argumentsOf(code))).stdout.trim()

test('a read shows one snapshot, whatever another process writes meanwhile', async () => {
  const path = join(folder(), 'sessions.db')
  const store = sqliteStore(path)
  const long = 'x'.repeat(20_000)
  await store.append(key, write(0, 'one', long, 'three'))
  const other = sqliteStore(path)
  const { all } = StatementSync.prototype
  let isWritten = false
  const allAfterWriting = function (this: StatementSync, ...given: SQLInputValue[]) {
    if (!isWritten) {
      isWritten = true
      void other.delete(key)
      void other.append(key, write(0, 'other', 'words'))
    }
    return Reflect.apply(all, this, given)
  }
  Object.assign(StatementSync.prototype, { all: allAfterWriting })
  try {
    const record = await store.read(key)
    expect(isWritten).toBe(true)
    expect([
      record?.revision,
      record?.events.map(({ parts }) => (parts[0] as { text: string }).text),
    ]).toEqual([3, ['one', long, 'three']])
  } finally {
    Object.assign(StatementSync.prototype, { all })
  }
  expect((await store.read(key))?.revision).toBe(2)
  await Promise.all([store.close(), other.close()])
})

test('several processes that make the same file at once share it', async () => {
  const path = join(folder(), 'sessions')
  const start = Date.now() + 700
  const code = `
    for (let file = 0; file < 20; file++) {
      while (Date.now() < ${start} + file * 25) {}
      const store = sqliteStore(${JSON.stringify(path)} + file, { synchronous: 'normal' })
      const key = { owner: { app: 'test' }, id: String(process.pid) }
      await store.append(key, { expectedRevision: 0, events: [], status: 'idle', time: 1 })
      await store.close()
    }
    console.log('done')`
  expect(await Promise.all([1, 2, 3].map(() => elsewhereAtOnce(code)))).toEqual(['done', 'done', 'done'])
  for (let file = 0; file < 20; file++) {
    const store = sqliteStore(`${path}${file}`)
    expect((await store.list(key.owner)).items).toHaveLength(3)
    await store.close()
  }
})

test('the files of a store can be read by nobody else', async () => {
  const path = join(folder(), 'new', 'sessions.db')
  const store = sqliteStore(path)
  await store.append(key, write(0, 'secret'))
  for (const end of ['', '-wal']) expect(statSync(`${path}${end}`).mode & 0o777).toBe(0o600)
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
  await store.close()
})

describe('a file that cannot be a store', () => {
  const messageOf = (path: string): string => {
    try {
      sqliteStore(path)
    } catch (error) {
      return (error as Error).message.replace(path, 'PATH')
    }
    return 'no error'
  }

  test('is refused if it is no database, and left as it was', () => {
    const path = join(folder(), 'notes.txt')
    writeFileSync(path, 'These are notes. '.repeat(500))
    expect(messageOf(path)).toBe(
      "sqliteStore cannot open 'PATH': it is no SQLite database: pass the path of another file, or move this one away (file is not a database)",
    )
    expect(statSync(path).size).toBe(8_500)
  })

  test('is refused if it is the database of another program, and left as it was', () => {
    const path = join(folder(), 'other.db')
    const other = new DatabaseSync(path)
    other.exec('create table notes (text text); pragma user_version = 1')
    expect(messageOf(path)).toBe(
      "sqliteStore cannot open 'PATH': it has tables of another program: give the store a file of its own",
    )
    expect(other.prepare('select name from sqlite_schema').all()).toEqual([{ name: 'notes' }])
    other.close()
  })

  test('is refused if a later release wrote it', async () => {
    const path = join(folder(), 'sessions.db')
    await sqliteStore(path).close()
    const later = new DatabaseSync(path)
    later.exec('pragma user_version = 9')
    later.close()
    expect(messageOf(path)).toMatch(
      /^sqliteStore cannot open 'PATH': it has tables of version 9, and this release knows \d: update ctxc, or pass another path$/,
    )
  })

  test('is refused if it is a folder, or below a file', () => {
    const place = folder()
    expect(messageOf(place)).toMatch(
      /^sqliteStore cannot open 'PATH': it cannot be opened: pass the path of a file/,
    )
    writeFileSync(join(place, 'file'), '')
    expect(messageOf(join(place, 'file', 'sessions.db'))).toMatch(
      /^sqliteStore cannot open 'PATH': a part of its path is a file, not a folder/,
    )
  })

  test('is refused if it may not be written', async () => {
    const place = folder()
    const path = join(place, 'sessions.db')
    await sqliteStore(path).close()
    chmodSync(path, 0o444)
    chmodSync(place, 0o555)
    // A superuser may write any file, so the other process changes to another user first.
    const message = elsewhere(`
      if (process.getuid() === 0) process.seteuid(65534)
      try { sqliteStore(${JSON.stringify(path)}); console.log('no error') } catch (error) { console.log(error.message) }`)
    expect(message.replace(path, 'PATH')).toMatch(
      /^sqliteStore cannot open 'PATH': this process may not write it: make the file and its folder writable, or pass another path/,
    )
    chmodSync(place, 0o755)
  })

  test.each([
    [5, 'another program keeps it locked'],
    [8 | (1 << 8), 'it cannot be written'],
    [11, 'it is damaged'],
    [13, 'the disk is full'],
  ])('is reported with advice (code %i)', (errcode, reason) => {
    const error = Object.assign(new Error('as SQLite says it'), { errcode })
    expect(openError('a.db', error).message).toContain(`sqliteStore cannot open 'a.db': ${reason}`)
    expect(openError('a.db', error).cause).toBe(error)
  })

  test('leaves nothing open, so that the path can be used when the fault is mended', () => {
    const path = join(folder(), 'below', 'sessions.db')
    mkdirSync(path, { recursive: true })
    expect(messageOf(path)).toContain('PATH')
    expect(messageOf(join(path, 'sessions.db'))).toBe('no error')
  })
})
