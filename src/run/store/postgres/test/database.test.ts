// Requirements for a store in Postgres beyond the contract: migrations, encodings, races of transactions, and cut connections.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { programAt } from '../../../../../test/programs.ts'
import { ConflictError } from '../../conflict-error.ts'
import type { Lease } from '../../leases.ts'
import type { Store } from '../../store.ts'
import { postgresStore, schema } from '../index.ts'
import { ownSchema, serverUrl, url } from './clients.ts'

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }
const says = (text: string) => ({ author: 'user', parts: [{ kind: 'text' as const, text }] })
const write = (expectedRevision: number, ...texts: string[]) => ({
  expectedRevision,
  events: texts.map(says),
  status: 'due' as const,
  time: 1,
})

const pools: pg.Pool[] = []
function poolOf(config: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 8, ...config })
  pools.push(pool)
  return pool
}
afterAll(() => Promise.all(pools.map(pool => pool.end())))

const messageOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no error',
    (error: Error) => error.message,
  )

describe('tables', () => {
  test('are created once by eight processes that start at the same time', async () => {
    const name = ownSchema()
    const given = [programAt(join(import.meta.dirname, 'first-append.ts')), name, String(Date.now() + 1_000)]
    const processes = Array.from({ length: 8 }, () => promisify(execFile)(process.execPath, given))
    expect((await Promise.all(processes)).map(({ stdout }) => stdout.trim())).toEqual(Array(8).fill('0'))
    const { items } = await postgresStore(poolOf(), { schema: name }).list({ app: 'test' })
    expect(items).toHaveLength(8)
  })

  test('are created once by transactions that see one snapshot', async () => {
    const name = ownSchema()
    const pool = poolOf({
      connectionString: serverUrl,
      options: '-c default_transaction_isolation=serializable',
    })
    const stores = Array.from({ length: 8 }, () => postgresStore(pool, { schema: name }))
    expect(await Promise.all(stores.map(store => store.read(key)))).toEqual(Array(8).fill(null))
  })

  test('are refused, and left as they are, if a later release made them', async () => {
    const name = ownSchema()
    const pool = poolOf()
    await postgresStore(pool, { schema: name }).append(key, write(0, 'one'))
    await pool.query(`update ${name}.version set version = 9`)
    const store = postgresStore(pool, { schema: name })
    expect(await messageOf(store.read(key))).toMatch(
      /has tables of version 9, and this release knows \d: update/,
    )
    await pool.query(schema(name))
    expect((await pool.query(`select version from ${name}.version`)).rows).toEqual([{ version: 9 }])
    await pool.query(`update ${name}.version set version = 1`)
    expect((await store.read(key))?.revision).toBe(1)
  })

  test('are not created under migrate: false, but by the text of schema()', async () => {
    const name = ownSchema()
    const pool = poolOf()
    const store = postgresStore(pool, { schema: name, migrate: false })
    expect(await messageOf(store.read(key))).toContain(`it has no tables: run the text of schema('${name}')`)
    await pool.query(schema(name))
    await pool.query(schema(name))
    expect(await store.append(key, write(0, 'one'))).toBe(1)
  })

  test('may be created by a role that may not create a schema, in a schema of its own', async () => {
    const name = ownSchema()
    const pool = poolOf()
    await pool.query(`create role ${name} login password 'test'`)
    await pool.query(`create schema ${name} authorization ${name}`)
    const own = new URL(serverUrl)
    own.username = name
    const store = postgresStore(poolOf({ connectionString: own.href }), { schema: name })
    expect(await store.append(key, write(0, 'one'))).toBe(1)
  })

  test('may be migrated while processes append, take leases and start', async () => {
    const name = ownSchema()
    const pool = poolOf()
    const store = postgresStore(pool, { schema: name })
    await store.append({ ...key, id: 'first' }, write(0, 'one'))
    let [isOver, starts] = [false, 0]
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const own = { ...key, id: `${writer}` }
      const leases = store.leases as NonNullable<Store['leases']>
      let revision = 0
      for (; !isOver || revision < 20; revision++) {
        expect(await store.append(own, write(revision, `${revision}`))).toBe(revision + 1)
        expect(await leases.take(own, { holder: `${writer}`, length: 1_000, now: 0 })).not.toBeNull()
      }
      return revision
    })
    // A later release adds columns and an index in one transaction, and processes of this release and of that one start.
    const other = await poolOf({ connectionString: serverUrl }).connect()
    for (let migration = 0; migration < 5; migration++) {
      await other.query('begin')
      await other.query(`lock table ${name}.scope, ${name}.session, ${name}.event`)
      await other.query(`alter table ${name}.event add column extra${migration} integer default 7`)
      await other.query(`alter table ${name}.session add column extra${migration} text not null default 'x'`)
      await other.query(`create index on ${name}.session (extra${migration}, updated)`)
      await new Promise(resolve => setTimeout(resolve, 50))
      await other.query('commit')
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          await pool.query(schema(name))
          await postgresStore(pool, { schema: name }).read(key)
          starts++
        }),
      )
    }
    other.release()
    isOver = true
    const revisions = await Promise.all(writers)
    for (const [writer, revision] of revisions.entries()) {
      const events = (await store.read({ ...key, id: `${writer}` }))?.events ?? []
      expect(events.map(({ parts }) => parts)).toEqual(
        Array.from({ length: revision }, (_, at) => says(`${at}`).parts),
      )
    }
    expect(starts).toBe(20)
  })

  test.each(['', 'A', 'a"b', "a'; drop table x", 'a'.repeat(64)])('have no schema called %j', name => {
    expect(() => postgresStore(poolOf(), { schema: name })).toThrow(TypeError)
    expect(() => schema(name)).toThrow(TypeError)
  })
})

test('a database in another encoding is refused with advice', async () => {
  const name = ownSchema()
  await poolOf().query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
  const own = new URL(serverUrl)
  own.pathname = name
  const store = postgresStore(poolOf({ connectionString: own.href }))
  expect(await messageOf(store.append(key, write(0, 'é')))).toMatch(
    /^postgresStore needs a database in UTF8, got SQL_ASCII: create one with "create database/,
  )
})

test('a value that is no client is refused', () => {
  for (const client of [undefined, null, {}, url, () => {}])
    expect(() => postgresStore(client as never)).toThrow(
      /a Pool of the package pg, or a client of the package postgres/,
    )
})

test('names that are too long for an index are refused with a TypeError', async () => {
  const store = postgresStore(poolOf(), { schema: ownSchema() })
  const long = (length: number) => ({ ...key, id: 'x'.repeat(length) })
  await expect(store.append(long(2_600), write(0, 'one'))).rejects.toThrow(/names of more than 2600 bytes/)
  const random = Array.from({ length: 2_590 }, (_, at) => String.fromCharCode(33 + ((at * at * 7 + at) % 90)))
  expect(await store.append({ ...key, id: random.join('') }, write(0, 'one'))).toBe(1)
})

/** Returns a pool that counts its statements. */
function countingPool(): { readonly pool: pg.Pool; readonly count: () => number } {
  const pool = poolOf()
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown
  let statements = 0
  pool.query = ((...given: unknown[]) => {
    statements++
    return query(...given)
  }) as never
  return { pool, count: () => statements }
}

test('an append is one statement, and one that loses is two', async () => {
  const { pool, count } = countingPool()
  const store = postgresStore(pool, { schema: ownSchema() })
  await store.read(key)
  const scopes = [{ key: 'user:name', value: 'Ada', trust: 'user' as const, expectedRevision: 0 }]
  const counted = async (work: () => Promise<unknown>): Promise<number> => {
    const before = count()
    await work().catch(error => expect(error).toBeInstanceOf(ConflictError))
    return count() - before
  }
  expect(await counted(() => store.append(key, write(0, 'one', 'two')))).toBe(1)
  expect(await counted(() => store.append(key, { ...write(2, 'three'), scopes }))).toBe(1)
  expect(await counted(() => store.append(key, write(2, 'late')))).toBe(2)
  expect(await counted(() => store.append(key, { ...write(3, 'late'), scopes }))).toBe(2)
  expect((await store.read(key))?.revision).toBe(3)
})

describe.each(['read committed', 'repeatable read', 'serializable'])('in transactions that are %s', level => {
  const pool = poolOf({
    connectionString: serverUrl,
    options: `-c default_transaction_isolation=${level.replace(' ', '\\ ')}`,
  })
  const storeOf = () => postgresStore(pool, { schema: ownSchema() })

  test('one of eight writers of a session wins, and the others get a ConflictError', async () => {
    const store = storeOf()
    await store.append(key, write(0))
    for (let revision = 0; revision < 20; revision++) {
      const tries = Array.from({ length: 8 }, (_, writer) => store.append(key, write(revision, `${writer}`)))
      const settled = await Promise.allSettled(tries)
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const each of settled)
        if (each.status === 'rejected')
          expect([each.reason.name, each.reason.actual]).toEqual(['ConflictError', revision + 1])
    }
  })

  test('one of eight writers of a new shared key wins, and nothing else is written', async () => {
    const store = storeOf()
    for (let round = 0; round < 5; round++) {
      const tries = Array.from({ length: 8 }, (_, writer) =>
        store.append(
          { ...key, id: `${round}.${writer}` },
          {
            ...write(0, 'x'),
            scopes: [
              { key: `user:own${round}.${writer}`, value: writer, trust: 'user' },
              { key: `user:k${round}`, value: writer, trust: 'user', expectedRevision: 0 },
            ],
          },
        ),
      )
      const settled = await Promise.allSettled(tries)
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const each of settled)
        if (each.status === 'rejected') expect(each.reason.scopes).toEqual([`user:k${round}`])
    }
    expect((await store.list(key.owner)).items).toHaveLength(5)
    expect((await store.scopes(key.owner)).size).toBe(10)
  })

  test('renewals of a lease disturb no append of its holder', async () => {
    const store = storeOf()
    const leases = store.leases as NonNullable<Store['leases']>
    const terms = { holder: 'one', length: 15_000, now: 0 }
    await store.append(key, write(0))
    const lease = await leases.take(key, terms)
    let renewals = 0
    let isOver = false
    const renewing = Array.from({ length: 3 }, async () => {
      while (!isOver) {
        expect(await leases.renew(terms)).toHaveLength(1)
        renewals++
        await new Promise(resolve => setTimeout(resolve, 3))
      }
    })
    for (let revision = 0; revision < 60 || renewals <= 10; revision++) {
      const scopes = [{ key: 'user:n', value: revision, trust: 'user' as const, expectedRevision: revision }]
      expect(await store.append(key, { ...write(revision, 'x'), fence: lease?.fence, scopes })).toBe(
        revision + 1,
      )
    }
    isOver = true
    await Promise.all(renewing)
  })

  test('a session that is deleted during an append leaves no events behind', async () => {
    const name = ownSchema()
    const store = postgresStore(pool, { schema: name })
    for (let round = 0; round < 20; round++) {
      await store.append(key, write(0, 'one'))
      await Promise.all([
        store
          .append(key, write(1, 'two', 'three'))
          .catch(error => expect(error).toBeInstanceOf(ConflictError)),
        store.delete(key),
      ])
      await store.delete(key)
    }
    expect((await pool.query(`select count(*)::int as n from ${name}.event`)).rows).toEqual([{ n: 0 }])
  })
})

test('each of 500 due sessions is leased once by eight processes, nearly in the order of their times', async () => {
  const store = postgresStore(poolOf(), { schema: ownSchema() })
  const leases = store.leases as NonNullable<Store['leases']>
  const appends = Array.from({ length: 500 }, (_, at) =>
    store.append({ ...key, id: `${at}` }, { ...write(0), time: at }),
  )
  await Promise.all(appends)
  const sorted = (numbers: readonly number[]) => numbers.toSorted((left, right) => left - right)
  const taken: Lease[] = []
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      const own: number[] = []
      for (;;) {
        const terms = { holder: `${worker}`, length: 15_000, now: 1e12, limit: 1 }
        const [lease] = await leases.takeDue(terms)
        if (lease === undefined) break
        taken.push(lease)
        own.push(Number(lease.key.id))
      }
      expect(own).toEqual(sorted(own))
    }),
  )
  expect(new Set(taken.map(({ fence }) => fence)).size).toBe(500)
  // Fencing numbers are given in the order in which the database leases the sessions.
  const ids = taken.toSorted((left, right) => left.fence - right.fence).map(({ key }) => Number(key.id))
  expect(sorted(ids)).toEqual(Array.from({ length: 500 }, (_, at) => at))
  // A process passes over no session but those that the other seven just now lease.
  const earlierAfter = ids.map((id, at) => ids.slice(at).filter(later => later < id).length)
  expect(Math.max(...earlierAfter)).toBeLessThan(8)
})

test('a session keeps its place among the due ones when it gets another message', async () => {
  const store = postgresStore(poolOf(), { schema: ownSchema() })
  for (const [at, id] of ['first', 'second'].entries())
    await store.append({ ...key, id }, { ...write(0, 'x'), time: at + 1 })
  await store.append({ ...key, id: 'first' }, { ...write(1, 'hello?'), time: 3 })
  await store.append({ ...key, id: 'idle' }, { ...write(0, 'x'), status: 'idle', time: 1 })
  await store.append({ ...key, id: 'idle' }, { ...write(1, 'y'), time: 4 })
  const taken = await store.leases?.takeDue({ holder: 'h', length: 15_000, now: 10 })
  expect(taken?.map(({ key }) => key.id)).toEqual(['first', 'second', 'idle'])
})

describe('a connection', () => {
  const name = ownSchema() // other processes run the same tests
  const cut = (pool: pg.Pool) =>
    pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name])

  test('does not end the process if the server closes it while it is idle', async () => {
    const pool = poolOf({ connectionString: serverUrl, application_name: name })
    const store = postgresStore(pool, { schema: ownSchema() })
    await Promise.all([1, 2, 3].map(at => store.append({ ...key, id: `${at}` }, write(0, 'one'))))
    await cut(poolOf({ connectionString: serverUrl }))
    await new Promise(resolve => setTimeout(resolve, 100))
    expect((await store.read({ ...key, id: '1' }))?.revision).toBe(1)
  })

  test('leaves each append written whole or not at all if it is cut', async () => {
    const store = postgresStore(poolOf({ connectionString: serverUrl, application_name: name }), {
      schema: ownSchema(),
    })
    const other = poolOf({ connectionString: serverUrl })
    await store.append(key, write(0))
    let isOver = false
    const cutting = (async () => {
      while (!isOver) {
        await cut(other)
        await new Promise(resolve => setTimeout(resolve, 5))
      }
    })()
    let failures = 0
    const acknowledged: number[] = []
    // A busy machine may cut less often.
    for (let at = 0; at < 80 || failures <= 5; at++) {
      try {
        const before = await store.read(key)
        await store.append(key, write(before?.revision ?? 0, `${at} a`, `${at} b`))
        acknowledged.push(at)
      } catch {
        failures++
      }
    }
    isOver = true
    await cutting
    await new Promise(resolve => setTimeout(resolve, 50))
    const events = (await store.read(key))?.events ?? []
    const texts = events.map(({ parts }) => (parts[0] as { text: string }).text)
    expect(failures).toBeGreaterThan(5)
    const kept = texts.filter((_, at) => at % 2 === 0).map(text => Number(text.split(' ')[0]))
    expect(texts).toEqual(kept.flatMap(at => [`${at} a`, `${at} b`]))
    expect(kept).toEqual(expect.arrayContaining(acknowledged))
  })
})

test('a fork ends, and a read begins, within the events of one append', async () => {
  const store = postgresStore(poolOf(), { schema: ownSchema() })
  const texts = ['0', '1', '2', '3', '4', '5', '6']
  await store.append(key, write(0, '0', '1', '2'))
  await store.append(key, write(3, '3'))
  await store.append(key, write(4))
  await store.append(key, write(4, '4', '5', '6'))
  const textsOf = async (id: string, from = 0) =>
    (await store.read({ ...key, id }, { from }))?.events.map(
      ({ parts }) => (parts[0] as { text: string }).text,
    )
  for (let at = 0; at <= texts.length; at++) {
    expect(await textsOf(key.id, at)).toEqual(texts.slice(at))
    expect(await store.fork(key, `fork ${at}`, { at, time: 2, events: [says('own'), says('more')] })).toBe(
      at + 2,
    )
    expect(await textsOf(`fork ${at}`)).toEqual([...texts.slice(0, at), 'own', 'more'])
    expect(await store.append({ ...key, id: `fork ${at}` }, write(at + 2, 'last'))).toBe(at + 3)
    expect(await textsOf(`fork ${at}`, at + 1)).toEqual(['more', 'last'])
  }
})

test('an append to a session adds nothing to an index of the sessions', async () => {
  const name = ownSchema()
  const pool = poolOf()
  const store = postgresStore(pool, { schema: name })
  const indexes = async (): Promise<string> =>
    (await pool.query(`select pg_indexes_size('${name}.session')::text as bytes`)).rows[0].bytes
  await store.append(key, write(0, 'Hello'))
  const before = await indexes()
  for (let revision = 1; revision <= 1_000; revision++)
    await store.append(key, { ...write(revision, 'Hello'), time: revision })
  expect(await indexes()).toBe(before)
})

test('events take at most 1.3 of the bytes of their JSON', async () => {
  const name = ownSchema()
  const pool = poolOf()
  const store = postgresStore(pool, { schema: name })
  let json = 0
  // Events of a run with tools: short messages, calls with arguments, and results of some length, over several sessions.
  const words = 'the order of a customer was sent on Monday and the parcel is still at the border'.split(' ')
  const wordsOf = (seed: number, count: number) =>
    Array.from(
      { length: count },
      (_, at) => words[(seed * 31 + at * 17 + at * at * seed) % words.length],
    ).join(' ')
  for (let round = 0; round < 40; round++)
    await Promise.all(
      Array.from({ length: 50 }, (_, session) => {
        const seed = round * 50 + session
        const events = [
          {
            author: 'user',
            id: `m${seed}`,
            time: 1_795_650_126_309 + seed,
            parts: [{ kind: 'text' as const, text: wordsOf(seed, 12) }],
          },
          {
            author: 'support',
            response: `r${seed}`,
            time: 1_795_650_126_309 + seed,
            parts: [
              {
                kind: 'tool-call' as const,
                id: `call_${seed}`,
                name: 'find_order',
                args: { order: seed, query: wordsOf(seed, 6) },
              },
            ],
            actions: { usage: { inputTokens: 1_000 + seed, outputTokens: 20 } },
          },
          {
            author: 'support',
            time: 1_795_650_126_309 + seed,
            parts: [
              {
                kind: 'tool-result' as const,
                id: `call_${seed}`,
                content: [{ kind: 'text' as const, text: wordsOf(seed, 90) }],
              },
            ],
          },
        ]
        json += events.reduce((sum, event) => sum + JSON.stringify(event).length, 0)
        return store.append(
          { ...key, id: `${session}` },
          { expectedRevision: round * 3, events: events as never, status: 'due', time: round },
        )
      }),
    )
  await pool.query(`vacuum ${name}.event`)
  const { rows } = await pool.query(`select pg_total_relation_size('${name}.event')::float8 as bytes`)
  console.info(
    `events: ${json} bytes of JSON, ${rows[0].bytes} bytes on disk (${(rows[0].bytes / json).toFixed(2)})`,
  )
  expect(rows[0].bytes / json).toBeLessThanOrEqual(1.3)
})

test('appends of many sessions at once, while their leases are renewed, each write their events', async () => {
  const name = ownSchema()
  const stores = [0, 1, 2].map(() => postgresStore(poolOf(), { schema: name }))
  const keys = Array.from({ length: 60 }, (_, at) => ({ ...key, id: `s${at}` }))
  const append = (store: Store, at: number, revision: number) =>
    store.append(keys[at] as typeof key, { ...write(revision, `event ${revision}`), time: revision + 1 })
  await Promise.all(keys.map((_, at) => append(stores[0] as Store, at, 0)))
  const terms = { holder: 'h', length: 60_000, now: 1 }
  await stores[0]?.leases?.takeDue({ ...terms, limit: 60 })
  let isOver = false
  const renewing = (async () => {
    let renewed: readonly Lease[] = []
    while (!isOver) renewed = (await stores[0]?.leases?.renew(terms)) ?? []
    return renewed
  })()
  // Two processes append to each session, so one of them loses each race.
  const races = await Promise.all(
    stores.slice(1).map(store =>
      Promise.all(
        keys.map(async (_, at) => {
          let won = 0
          for (let revision = 1; revision < 8; revision++)
            await append(store, at, revision).then(
              () => won++,
              error => expect(error).toBeInstanceOf(ConflictError),
            )
          return won
        }),
      ),
    ),
  )
  isOver = true
  expect(await renewing).toHaveLength(60)
  const revisions = await Promise.all(keys.map(async each => (await stores[0]?.read(each))?.revision ?? 0))
  expect(revisions.reduce((sum, revision) => sum + revision - 1, 0)).toBe(
    races.flat().reduce((a, b) => a + b),
  )
  expect(Math.min(...revisions)).toBeGreaterThan(1)
})
