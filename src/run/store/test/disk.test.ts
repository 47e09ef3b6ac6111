// A store in a file keeps everything that was appended, in little space, whenever a process ends.
import { spawn } from 'node:child_process'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonValue } from '../../../core/ir/json.ts'
import { inMemoryStore, type NewEvent, type SessionKey, type Store } from '../index.ts'
import { sqliteStore } from '../sqlite/index.ts'

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }
const newPath = () => join(mkdtempSync(join(tmpdir(), 'disk-')), 'sessions.db')
const append = (store: Store, expectedRevision: number, events: readonly NewEvent[]) =>
  store.append(key, { expectedRevision, events, status: 'due', time: 1 })

/** Pseudo-random words that are not similar to earlier texts. */
const words = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, at) =>
    (((seed + 1) * 7_919 + at * 104_729) % 1_000_003).toString(36),
  ).join(' ')

/** Result and answer of one step, in the form in which a runner records them. */
const stepOf = (step: number): readonly NewEvent[] => [
  {
    author: 'tool',
    parts: [
      {
        kind: 'tool-result',
        id: `call_${words(step, 1)}`,
        name: 'look',
        content: [{ kind: 'text', text: words(step, 60) }],
      },
    ],
    time: 1.795e12 + step,
  },
  {
    author: 'helper',
    parts: [
      { kind: 'text', text: `Step ${step}, looking further.` },
      { kind: 'tool-call', id: `call_${words(step + 1, 1)}`, name: 'look', arguments: `{"n":${step}}` },
    ],
    actions: {
      run: { answered: { upTo: step * 2, model: 'gpt-5.4', now: 1.795e12 + step, finish: 'tool_calls' } },
      plan: {
        version: 1,
        fingerprint: {
          ...{
            agent: 'helper',
            shown: 'd608a314360b',
            target: 'openai-chat',
            model: 'gpt-5.4',
            instruction: 'dc7eb8f43ec5',
          },
          ...{ tools: 'c8588581fd57', outputSchema: '74234e98afe7', state: '', budget: '16000' },
        },
        head: { events: step * 2, hash: `${step * 2}-${words(step, 2)}` },
        decisions: [
          {
            kind: 'trim',
            at: 371,
            why: 'high-water',
            units: [`u${step - (step % 50)}.0`],
            hash: '297-2412198456',
          },
        ],
        reasoning: 0,
        check: words(step, 3),
      },
    },
    time: 1.795e12 + step,
  } as NewEvent,
]

test('a session of 2,000 steps takes at most 1.3 times the JSON of its parts and state', async () => {
  const path = newPath()
  const store = sqliteStore(path, { synchronous: 'normal' })
  let bytes = 0
  for (let step = 0; step < 2_000; step++) {
    const events = stepOf(step)
    for (const [index, event] of events.entries()) await append(store, step * 2 + index, [event])
    for (const { parts = [] } of events) bytes += Buffer.byteLength(JSON.stringify(parts))
  }
  await store.close()
  const database = new DatabaseSync(path)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  expect(statSync(path).size / bytes).toBeLessThan(1.3)
  const again = sqliteStore(path)
  const read = (await again.read(key))?.events ?? []
  const written = Array.from({ length: 2_000 }, (_, step) => stepOf(step)).flat()
  expect(read.map(({ seq: _, branch: _b, response: _r, ...event }) => event)).toEqual(written)
  await again.close()
})

/** An event with any JSON content, or an event that is similar to earlier ones. */
const anyEvent = fc.record({
  value: fc.oneof(
    { weight: 30, arbitrary: fc.jsonValue({ maxDepth: 3, noUnicodeString: false }) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(20_000), `\ud800${'y'.repeat(20_000)}`) },
  ),
  like: fc.nat(3),
  hash: fc.nat(),
})
const eventOf = ({ value, like, hash }: { value: unknown; like: number; hash: number }): NewEvent => ({
  author: `agent${like}`,
  parts: [{ kind: 'data', value: value as JsonValue }],
  actions: { state: { set: { same: 'the same words '.repeat(like * 10), hash } } },
})

test('any events are read as they were written: whole, from a place, after a restart, in forks', async () => {
  const path = newPath()
  const open = () => sqliteStore(path, { synchronous: 'normal' })
  let [store, runs] = [open(), 0]
  const appends = fc.array(fc.array(anyEvent, { maxLength: 20 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(appends, fc.nat(150), fc.boolean(), async (lists, place, isReopened) => {
      const model = inMemoryStore()
      const [own, copy] = [`s${++runs}`, `copy${runs}`].map(id => ({ ...key, id })) as [
        SessionKey,
        SessionKey,
      ]
      let revision = 0
      for (const list of lists) {
        const write = {
          expectedRevision: revision,
          events: list.map(eventOf),
          status: 'due',
          time: 1,
        } as const
        await model.append(own, write)
        revision = await store.append(own, write)
        if (!isReopened) continue
        await store.close()
        store = open()
      }
      const options = { at: place, time: 2, events: [eventOf({ value: 1, like: 2, hash: 3 })] }
      for (const each of [store, model]) await each.fork(own, copy.id, options)
      for (const read of [own, copy])
        for (const from of [0, place]) {
          const records = await Promise.all([store, model].map(each => each.read(read, { from })))
          const [stored, expected] = records.map(record => JSON.stringify(record))
          expect(stored).toBe(expected)
        }
    }),
    { numRuns: 40 },
  )
  await store.close()
})

test('two processes that append in turns read what the other one wrote', async () => {
  const path = newPath()
  const [left, right] = [sqliteStore(path), sqliteStore(path)]
  for (let step = 0; step < 100; step++) {
    const [result, answer] = stepOf(step) as [NewEvent, NewEvent]
    await append(left, step * 2, [result])
    await append(step % 3 === 0 ? left : right, step * 2 + 1, [answer])
  }
  const [one, other] = await Promise.all([left.read(key), right.read(key, { from: 130 })])
  const written = Array.from({ length: 100 }, (_, step) => stepOf(step)).flat()
  expect(one?.events.map(({ parts }) => parts)).toEqual(written.map(({ parts }) => parts))
  expect(other?.events).toEqual(one?.events.slice(130))
  await Promise.all([left.close(), right.close()])
})

test('a session that was deleted and made again elsewhere is not compared with the old one', async () => {
  const path = newPath()
  const [left, right] = [sqliteStore(path), sqliteStore(path)]
  const says = (text: string): NewEvent => ({
    author: 'user',
    parts: [{ kind: 'text', text: `${'the same '.repeat(30)}${text}` }],
  })
  await append(left, 0, [says('one')])
  await right.delete(key)
  await append(right, 0, [says('other')])
  await append(left, 1, [says('two')])
  const texts = (await right.read(key))?.events.map(({ parts }) => JSON.stringify(parts))
  expect(texts).toEqual([says('other'), says('two')].map(({ parts }) => JSON.stringify(parts)))
  await Promise.all([left.close(), right.close()])
})

test('long strings are stored once, and are gone with the last event that has them', async () => {
  const path = newPath()
  const store = sqliteStore(path)
  const long = (end: string): NewEvent => ({
    author: 'user',
    parts: [{ kind: 'text', text: `${'z'.repeat(50_000)}${end}` }],
  })
  await append(store, 0, [long('a'), long('a'), long('b')])
  await store.fork(key, 's2', { at: 2, time: 1 })
  const database = new DatabaseSync(path)
  const count = () => database.prepare('select count(*) as all_of_them from ctxc_long').get()?.all_of_them
  expect(count()).toBe(2)
  await store.delete(key)
  expect(count()).toBe(1)
  await store.deleteOwner(key.owner)
  expect(count()).toBe(0)
  for (const table of ['ctxc_event', 'ctxc_long_use', 'ctxc_session'])
    expect(database.prepare(`select count(*) as rows from ${table}`).get()?.rows).toBe(0)
  database.close()
  await store.close()
})

test('a process that is killed while it appends loses nothing that it reported', async () => {
  const path = newPath()
  const at = JSON.stringify(new URL('../sqlite/index.ts', import.meta.url).href)
  const child = spawn(process.execPath, [
    ...['--no-warnings', '--input-type=module', '-e'],
    `import { sqliteStore } from ${at}
    const store = sqliteStore(${JSON.stringify(path)}, { synchronous: 'normal' })
    for (let seq = 0; seq < 20_000; seq++) {
      const parts = [{ kind: 'text', text: 'the same words '.repeat(20) + seq }]
      await store.append(${JSON.stringify(key)}, { expectedRevision: seq, events: [{ author: 'user', parts }], status: 'due', time: seq })
      process.stdout.write(seq + '\\n')
      await new Promise(setImmediate) // so that what is printed is sent
    }`,
  ])
  let printed = ''
  await new Promise<void>(resolve => {
    child.stdout.on('data', chunk => {
      printed += chunk
      if (printed.length > 1_000) child.kill('SIGKILL')
    })
    child.on('close', () => resolve())
  })
  const reported = Number(printed.split('\n').at(-2))
  expect(reported).toBeGreaterThan(200)
  const store = sqliteStore(path)
  const record = await store.read(key)
  expect(record?.revision).toBeGreaterThan(reported)
  for (const { seq, parts } of record?.events ?? [])
    expect(parts).toEqual([{ kind: 'text', text: 'the same words '.repeat(20) + seq }])
  expect(await append(store, record?.revision ?? 0, [{ author: 'user', parts: [] }])).toBe(
    (record?.revision ?? 0) + 1,
  )
  await store.close()
  const database = new DatabaseSync(path)
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  database.close()
})
