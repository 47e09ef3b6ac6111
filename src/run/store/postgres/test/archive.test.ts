// Old sessions move from the database to lines of JSON, and back.
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createRunner } from '../../../../run.ts'
import { scriptedModel } from '../../../../testing/index.ts'
import { answers, key, programs, tools } from '../../../runner/test/crash-programs.ts'
import type { PgClient } from '../client.ts'
import { type PostgresStore, postgresStore } from '../index.ts'
import { type StatementName, statementsOf } from '../statements.ts'
import { clients, ownSchema } from './clients.ts'

const { client, end } = clients.pg()
afterAll(end)
const newStore = (): PostgresStore => postgresStore(client, { schema: ownSchema() })

const keyOf = (id: string) => ({ owner: { app: 'test', user: 'ada' }, id })
const says = (text: string) => ({ author: 'user', text })
const write = (expectedRevision: number, ...texts: string[]) => ({
  expectedRevision,
  events: texts.map(says),
  status: 'idle' as const,
  time: 1,
})

/** Archives sessions, and returns their lines. */
async function archived(store: PostgresStore, before = 10): Promise<string[]> {
  const lines: string[] = []
  await store.archive({
    before,
    write: async text => lines.push(...text.split('\n').filter(line => line !== '')),
  })
  return lines
}

/** Returns two stores over one schema. The second one makes a change when it has first run a statement. */
function storesWithChange(after: StatementName, change: (store: PostgresStore) => Promise<void>) {
  const schema = ownSchema()
  const store = postgresStore(client, { schema })
  let isChanged = false
  const query: PgClient['query'] = async given => {
    const result = await client.query(given)
    if (isChanged || given.text !== statementsOf(schema)[after]) return result
    isChanged = true
    await change(store)
    return result
  }
  const changed: PgClient = {
    query,
    on: (...given) => client.on(...given),
    listeners: event => client.listeners(event),
  }
  return { store, changing: postgresStore(changed, { schema }) }
}

test('sessions come back from a file as they were, after the run of every kind of program', async () => {
  const store = newStore()
  const ids = Object.keys(programs)
  for (const name of ids) {
    const runner = createRunner({
      program: (programs[name] as (typeof programs)[string])(tools()),
      store,
      models: () => scriptedModel(answers),
      now: () => 5,
    })
    await runner.run({ ...key, id: name }, { message: 'Go' }).outcome
    await runner.stop()
  }
  const hostile = { ...keyOf('\0\ud800/"\u2028'), owner: { app: 'é' } }
  await store.append(hostile, {
    ...write(0, '\0', '\ud800 \u2028\u2029\n', '{"a":-0}'),
    state: { 'a.b': [null] },
  })
  await store.fork(hostile, 'fork', { at: 2, time: 3 })
  const keys = [...ids.map(id => ({ ...key, id })), hostile, { ...hostile, id: 'fork' }]
  const read = () => Promise.all(keys.map(each => store.read(each)))
  const before = await read()
  const moved = before.filter(record => record?.status !== 'waiting').length
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-archive-'))
  const path = join(folder, 'sessions.jsonl')
  const file = await open(path, 'wx')
  const lines = async (text: string): Promise<void> => {
    await file.appendFile(text)
    await file.sync()
  }
  expect(await store.archive({ before: 10, write: lines })).toBe(moved)
  await file.close()
  expect((await read()).map(record => record?.status ?? null)).toEqual(
    before.map(record => (record?.status === 'waiting' ? 'waiting' : null)),
  )
  expect(await store.restore((await open(path)).readLines())).toBe(moved)
  expect(await read()).toEqual(before)
  expect(await store.restore((await open(path)).readLines())).toBe(0)
  rmSync(folder, { recursive: true })
})

test('sessions that are young, due, waiting or leased stay', async () => {
  const store = newStore()
  await store.append(keyOf('young'), { ...write(0, 'a'), time: 10 })
  await store.append(keyOf('due'), { ...write(0, 'a'), status: 'due' })
  await store.append(keyOf('waiting'), { ...write(0, 'a'), status: 'waiting' })
  await store.append(keyOf('woken later'), { ...write(0, 'a'), wakeAt: 1e12 })
  await store.append(keyOf('leased'), write(0, 'a'))
  await store.leases?.take(keyOf('leased'), { holder: 'h', length: 60_000, now: 0 })
  await store.append(keyOf('old'), write(0, 'a'))
  expect((await archived(store)).map(line => JSON.parse(line).id)).toEqual(['old'])
  expect((await store.list(keyOf('').owner)).items).toHaveLength(5)
})

test('sessions that become due, waiting, young or leased after archive has found them stay', async () => {
  const { store, changing } = storesWithChange('old', async store => {
    await store.append(keyOf('due'), { ...write(1, 'b'), status: 'due', time: 20 })
    await store.append(keyOf('waiting'), { ...write(1, 'b'), status: 'waiting' })
    await store.append(keyOf('woken later'), { ...write(1), wakeAt: 1e12 })
    await store.append(keyOf('young'), { ...write(1, 'b'), time: 10 })
    await store.leases?.take(keyOf('leased'), { holder: 'h', length: 60_000, now: 0 })
    for (const id of ['deleted', 'made anew']) await store.delete(keyOf(id))
    await store.append(keyOf('made anew'), write(0, 'c'))
  })
  const ids = ['due', 'waiting', 'woken later', 'young', 'leased', 'deleted', 'made anew', 'old']
  for (const id of ids) await store.append(keyOf(id), write(0, 'a'))
  const lines = await archived(changing)
  const stay = ['due', 'leased', 'made anew', 'waiting', 'woken later', 'young']
  expect((await store.list(keyOf('').owner)).items.map(({ id }) => id).sort()).toEqual(stay)
  // A lease is no part of what is read. The line of a session that stays does no harm.
  expect(lines.map(line => JSON.parse(line).id).sort()).toEqual(['leased', 'made anew', 'old'])
})

test('a due session that is restored is taken by a runner', async () => {
  const store = newStore()
  await store.append(keyOf('a'), write(0, 'one'))
  const [line = ''] = await archived(store)
  expect(await store.restore([line.replace('"idle"', '"due"')])).toBe(1)
  const taken = await store.leases?.takeDue({ holder: 'h', length: 60_000, now: 5 })
  expect(taken?.map(lease => lease.key)).toEqual([keyOf('a')])
})

test('sessions that a user began anew are named after all others have come back', async () => {
  const store = newStore()
  const ids = ['a', 'b', 'c', 'd']
  for (const id of ids) await store.append(keyOf(id), write(0, `old ${id}`))
  const lines = await archived(store)
  const newer = ['b', 'c']
  for (const id of newer) await store.append(keyOf(id), write(0, 'Are you there?', 'Hello?'))
  await expect(store.restore([...lines, ...lines.slice(1)])).rejects.toThrow(
    "sessions of the archive have other events in the store: 'test/ada/b' (line 2), 'test/ada/c' (line 3): they were left as they are, and all others are back: to put the archived events in their place, delete these sessions and restore their lines again",
  )
  const texts = await Promise.all(ids.map(async id => (await store.read(keyOf(id)))?.events[0]?.parts[0]))
  expect(texts).toMatchObject(ids.map(id => ({ text: newer.includes(id) ? 'Are you there?' : `old ${id}` })))
  for (const id of newer) await store.delete(keyOf(id))
  expect(await store.restore(lines)).toBe(2)
})

test('costs of archived sessions stay in the sums', async () => {
  const store = newStore()
  const usage = { inputTokens: 900, outputTokens: 20 }
  await store.append(keyOf('a'), { ...write(0, 'one'), costs: [{ model: 'm', usage, usd: 2 }] })
  const sum = () => store.accounts?.costs().then(costs => costs.map(({ calls, usd }) => ({ calls, usd })))
  const lines = await archived(store)
  expect(await sum()).toEqual([{ calls: 1, usd: 2 }])
  expect(await store.restore(lines)).toBe(1)
  expect(await sum()).toEqual([{ calls: 1, usd: 2 }])
})

test('all of 150 old sessions are archived in several parts', async () => {
  const store = newStore()
  for (let at = 0; at < 150; at++) await store.append(keyOf(`${at}`), write(0, `${at}`))
  const lines = await archived(store)
  expect(new Set(lines.map(line => JSON.parse(line).id)).size).toBe(150)
  expect(await store.restore(lines)).toBe(150)
})

test('a session that is changed while it is archived stays, and comes back whole from its later line', async () => {
  const store = newStore()
  await store.append(keyOf('a'), write(0, 'one'))
  const lines: string[] = []
  const take = async (text: string): Promise<void> => {
    lines.push(text)
    if (lines.length === 1) await store.append(keyOf('a'), write(1, 'two'))
  }
  expect(await store.archive({ before: 10, write: take })).toBe(0)
  expect((await store.read(keyOf('a')))?.revision).toBe(2)
  expect(await store.archive({ before: 10, write: take })).toBe(1)
  const whole = JSON.parse(lines[1] as string).events
  expect(await store.restore(lines.slice(0, 1))).toBe(1)
  expect(await store.restore(lines)).toBe(1)
  expect((await store.read(keyOf('a')))?.events).toEqual(whole)
  // The session goes on, and the archive changes nothing in it.
  await store.append(keyOf('a'), write(2, 'three'))
  expect(await store.restore(lines)).toBe(0)
  expect((await store.read(keyOf('a')))?.revision).toBe(3)
})

test('two processes can restore the same archive at once', async () => {
  const lines: string[] = []
  const { store, changing } = storesWithChange('read', async other => {
    expect(await other.restore(lines)).toBe(1)
  })
  await store.append(keyOf('a'), write(0, 'one'))
  const [first = ''] = await archived(store)
  await store.restore([first])
  await store.append(keyOf('a'), write(1, 'two'))
  lines.push(...(await archived(store)))
  await store.restore([first])
  expect(await changing.restore(lines)).toBe(0)
  expect((await store.read(keyOf('a')))?.revision).toBe(2)
})

test('nothing is deleted if the archive cannot be written', async () => {
  const store = newStore()
  await store.append(keyOf('a'), write(0, 'one'))
  const full = () => Promise.reject(new Error('the disk is full'))
  await expect(store.archive({ before: 10, write: full })).rejects.toThrow('the disk is full')
  expect((await store.read(keyOf('a')))?.revision).toBe(1)
})

test('lines that are no session are refused', async () => {
  const store = newStore()
  await store.append(keyOf('a'), write(0, 'one'))
  const [line = ''] = await archived(store)
  for (const wrong of ['{', '[]', '{}', line.slice(0, -9), line.replace('"revision":1', '"revision":2')])
    await expect(store.restore(['', wrong])).rejects.toThrow(/^line 2 of the archive is no session: /)
})
