// Requirements for memories in Postgres beyond the contract: processes that write at once, names of any characters, and tables.
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { processMemories } from '../../../../core/remember/store/in-process.ts'
import type { Memory, MemoryStore } from '../../../../core/remember/store/memory-store.ts'
import { embed } from '../../../../core/remember/test/store.ts'
import { postgresStore, schema } from '../../../store/postgres/index.ts'
import { ownSchema, serverUrl, url } from '../../../store/postgres/test/clients.ts'
import { postgresMemories } from '../index.ts'

const owner = { app: 'trips', user: 'anna' }
const pools: pg.Pool[] = []
function poolOf(config: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 4, ...config })
  pools.push(pool)
  return pool
}
const shared = poolOf()
afterAll(() => Promise.all(pools.map(pool => pool.end())))

const idsOf = async (store: MemoryStore, text: string, whose = owner) =>
  (await store.search(whose, { text, top: 400 })).map(({ id }) => id)

/** Returns memories of several sessions that share words, some of them replaced. */
function facts(count: number): readonly Memory[] {
  const words = 'train boat Rome Pisa sister house blue cello kitchen winter border parcel'.split(' ')
  return Array.from({ length: count }, (_, at) => ({
    id: `${at % Math.ceil(count * 0.9)}`,
    text: `The ${words[(at * 7) % 12]} ${'and '.repeat(at % 4)}the ${words[(at * at + 5) % 12]}, number ${at}.`,
    session: `s${Math.floor((at % Math.ceil(count * 0.9)) / 9)}`,
    ...(at % 3 > 0 && { author: at % 3 === 1 ? 'user' : 'helper' }),
    time: at,
  }))
}

describe('a search', () => {
  test.each([
    ['words', {}],
    ['vectors', { embed }],
  ])('finds the same as one in the process, with the same scores, by %s', async (_, options) => {
    const stores = [
      postgresMemories(shared, { ...options, schema: ownSchema() }),
      processMemories(options),
    ] as const
    for (const store of stores) for (const own of [facts(90), facts(180)]) await store.add(owner, own)
    for (const text of ['Which train to Rome?', 'the blue kitchen', 'music', 'number 17', 'winter sisters'])
      for (const exceptSession of [undefined, 's3']) {
        const query = { text, ...(exceptSession !== undefined && { exceptSession }) }
        const [found, expected] = await Promise.all(stores.map(store => store.search(owner, query)))
        expect(found?.map(({ id }) => id)).toEqual(expected?.map(({ id }) => id))
        for (const [at, { score, ...memory }] of (expected ?? []).entries()) {
          expect(found?.[at]).toEqual({ ...memory, score: expect.closeTo(score, 5) })
        }
      }
  })

  test('is one statement, and two with vectors; adding is one', async () => {
    const counting = poolOf()
    const query = counting.query.bind(counting) as (...given: unknown[]) => unknown
    let statements = 0
    counting.query = ((...given: unknown[]) => {
      statements++
      return query(...given)
    }) as never
    const name = ownSchema()
    for (const [store, expected] of [
      [postgresMemories(counting, { schema: name }), 1],
      [postgresMemories(counting, { schema: name, embed }), 2],
    ] as const) {
      await store.search(owner, { text: 'a train' })
      statements = 0
      await store.add(owner, facts(20))
      expect(statements).toBe(1)
      await store.search(owner, { text: 'a train' })
      expect(statements).toBe(1 + expected)
    }
  })

  test('does not depend on memories of other owners', async () => {
    const store = postgresMemories(shared, { schema: ownSchema() })
    await store.add(owner, facts(100))
    const before = await store.search(owner, { text: 'a train to Pisa' })
    await store.add({ app: 'trips', user: 'ben' }, facts(300))
    await store.add({ app: 'trips' }, facts(50))
    expect(await store.search(owner, { text: 'a train to Pisa' })).toEqual(before)
  })
})

describe.each(['read committed', 'repeatable read', 'serializable'])('in transactions that are %s', level => {
  const options = `-c default_transaction_isolation=${level.replace(' ', '\\ ')}`
  // Pools stand for processes, which share nothing but the database.
  const [one, two] = [
    poolOf({ connectionString: serverUrl, options }),
    poolOf({ connectionString: serverUrl, options }),
  ]

  test('two processes that add at once lose nothing, and number each memory once', async () => {
    const name = ownSchema()
    const stores = [one, two].map(pool => postgresMemories(pool, { schema: name }))
    await Promise.all(
      stores.flatMap((store, process) =>
        Array.from({ length: 10 }, async (_, at) => {
          const own = [0, 1, 2].map(part => ({ id: `${process}/${at}/${part}`, text: `train ${at}` }))
          await store.add(owner, [...own, { id: 'both', text: `train of ${process}` }])
        }),
      ),
    )
    const found = await idsOf(stores[0] as MemoryStore, 'train')
    expect(new Set(found).size).toBe(found.length)
    expect(found).toHaveLength(61)
    const { rows } = await shared.query(
      `select seq::int, body::json->>'id' as id from ${name}.memory order by seq`,
    )
    // Memories that were added together are neighbours.
    const numbers = new Map(rows.map(row => [row.id, row.seq]))
    for (const process of [0, 1])
      for (let at = 0; at < 10; at++) {
        const [first, second, third] = [0, 1, 2].map(part => numbers.get(`${process}/${at}/${part}`))
        expect([second - first, third - second]).toEqual([1, 1])
      }
  })

  test('an owner who is deleted while others add leaves nothing that no owner has', async () => {
    const name = ownSchema()
    const stores = [one, two].map(pool => postgresMemories(pool, { schema: name }))
    await stores[0]?.add(owner, facts(10))
    for (let round = 0; round < 10; round++)
      await Promise.all([
        stores[0]?.add(owner, facts(10 + round)),
        stores[1]?.deleteOwner(owner),
        stores[1]?.add(owner, [{ id: `${round}`, text: 'train' }]),
        stores[0]?.delete(owner, ['3', '2', '1']),
      ])
    await stores[0]?.deleteOwner(owner)
    const { rows } = await shared.query(
      `select (select count(*) from ${name}.memory)::int as a, (select count(*) from ${name}.memory_owner)::int as b`,
    )
    expect(rows).toEqual([{ a: 0, b: 0 }])
  })
})

test('a memory that is added again while its owner is deleted is there, and later ones get other numbers', async () => {
  const name = ownSchema()
  const store = postgresMemories(shared, { schema: name })
  await store.add(owner, facts(10))
  const other = await poolOf().connect()
  await other.query('begin')
  await other.query(`delete from ${name}.memory_owner`)
  const adding = store.add(owner, [{ id: '7', text: 'A train again.' }])
  await new Promise(resolve => setTimeout(resolve, 100)) // it waits for the owner's row
  await other.query('commit')
  other.release()
  await adding
  await store.add(owner, facts(20))
  expect(await idsOf(store, 'number train')).toHaveLength(18)
  const { rows } = await shared.query(`select seq::int from ${name}.memory order by seq`)
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 18 }, (_, at) => at + 1))
})

test('a memory that is added again unchanged is not written again', async () => {
  const name = ownSchema()
  const rows = async () =>
    (await shared.query(`select ctid, body from ${name}.memory order by seq`)).rows as {
      ctid: string
      body: string
    }[]
  const own = [...facts(10)]
  await postgresMemories(shared, { schema: name }).add(owner, own)
  const before = await rows()
  await postgresMemories(shared, { schema: name }).add(owner, own)
  expect(await rows()).toEqual(before)
  await postgresMemories(shared, { schema: name }).add(owner, [{ id: '3', text: 'Another train.' }])
  const changed = (await rows()).filter(({ ctid }, at) => ctid !== before[at]?.ctid)
  expect(changed.map(({ body }) => JSON.parse(body))).toEqual([{ id: '3', text: 'Another train.' }])
  await postgresMemories(shared, { schema: name, embed }).add(owner, own)
  expect((await rows()).some(({ ctid }, at) => ctid === before[at]?.ctid)).toBe(false)
})

describe('names', () => {
  const odd = [
    'a',
    'a\0',
    '\0',
    '\ud800',
    '\ud801',
    '\udc00',
    '\ufffd',
    'Ada',
    'ada',
    'ä',
    'a\u0308',
    "'; drop table x",
    '😀',
    'a ',
  ]

  test('are apart whatever their characters, and come back as they were', async () => {
    const store = postgresMemories(shared, { schema: ownSchema() })
    for (const app of odd)
      for (const user of [undefined, ...odd.slice(0, 4)]) {
        const own = { app, ...(user !== undefined && { user }) }
        const mine = { id: `${app}/${user}`, text: `train ${app} ${user}`, session: app, author: `${user}` }
        await store.add(own, [mine])
        expect(await store.search(own, { text: 'train' })).toEqual([{ ...mine, score: expect.any(Number) }])
      }
    for (const app of odd)
      expect(await idsOf(store, 'train', { app } as typeof owner)).toEqual([`${app}/undefined`])
  })

  test('are apart for memories and sessions too, whatever their characters', async () => {
    const store = postgresMemories(shared, { schema: ownSchema() })
    await store.add(
      owner,
      odd.map(id => ({ id, text: `train ${id}`, session: id })),
    )
    expect((await idsOf(store, 'train')).toSorted()).toEqual(odd.toSorted())
    for (const id of odd) {
      const found = await store.search(owner, { text: 'train', exceptSession: id })
      expect(found.map(each => each.id)).not.toContain(id)
      expect(found).toHaveLength(odd.length - 1)
    }
    await store.delete(owner, ['\ud800', 'a\0'])
    expect((await idsOf(store, 'train')).toSorted()).toEqual(
      odd.filter(id => id !== '\ud800' && id !== 'a\0').toSorted(),
    )
  })

  test('have at most 2,600 bytes for an owner, and any number for a memory', async () => {
    const store = postgresMemories(shared, { schema: ownSchema() })
    const long = { app: 'x', user: 'y'.repeat(2_600) }
    await expect(store.add(long, [])).rejects.toThrow(/owner has names of more than 2600 bytes/)
    await expect(store.search(long, { text: 'a' })).rejects.toThrow(TypeError)
    const id = 'ü'.repeat(100_000)
    await store.add(owner, [{ id, text: `train ${'ü'.repeat(100_000)} ${'w '.repeat(10_000)}`, session: id }])
    expect(await idsOf(store, 'train')).toEqual([id])
    await store.delete(owner, [id])
    expect(await idsOf(store, 'train')).toEqual([])
  })
})

describe('tables', () => {
  test('are those of postgresStore, created once by both at the same time', async () => {
    const name = ownSchema()
    const stores = Array.from({ length: 4 }, () => [
      postgresMemories(poolOf(), { schema: name }).add(owner, facts(3)),
      postgresStore(poolOf(), { schema: name }).list(owner),
    ])
    await Promise.all(stores.flat())
    expect(await idsOf(postgresMemories(shared, { schema: name }), 'number')).toHaveLength(3)
  })

  test('are not created under migrate: false, but by the text of schema()', async () => {
    const name = ownSchema()
    const store = postgresMemories(shared, { schema: name, migrate: false })
    await expect(store.search(owner, { text: 'a' })).rejects.toThrow(
      `postgresMemories cannot use the schema '${name}': it has no tables: run the text of schema('${name}')`,
    )
    await shared.query(schema(name))
    expect(await store.search(owner, { text: 'a' })).toEqual([])
  })

  test('are found whatever the search path, beside other tables with their names', async () => {
    const [name, other] = [ownSchema(), ownSchema()]
    await shared.query(
      `create schema ${other}; create table ${other}.memory (a int); create table ${other}.memory_owner (a int)`,
    )
    const options = `-c search_path=${other}`
    const store = postgresMemories(poolOf({ connectionString: serverUrl, options }), { schema: name, embed })
    await store.add(owner, facts(30))
    expect(await idsOf(store, 'train')).not.toEqual([])
    await store.delete(owner, ['1'])
    await store.deleteOwner(owner)
    expect(await idsOf(store, 'train')).toEqual([])
  })
})

test('adding is whole or not at all if the connection is cut', async () => {
  const name = ownSchema()
  const store = postgresMemories(poolOf({ connectionString: serverUrl, application_name: name }), {
    schema: name,
  })
  const other = poolOf({ connectionString: serverUrl })
  await store.add(owner, [])
  await store.search(owner, { text: 'a' })
  let isOver = false
  const cutting = (async () => {
    while (!isOver) {
      await other.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        [name],
      )
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  })()
  const acknowledged: number[] = []
  for (let at = 0; at < 60; at++)
    await store
      .add(
        owner,
        [0, 1, 2, 3].map(part => ({ id: `${at}/${part}`, text: `train ${at}` })),
      )
      .then(
        () => acknowledged.push(at),
        () => {},
      )
  isOver = true
  await cutting
  const { rows } = await shared.query(
    `select split_part(body::json->>'id', '/', 1)::int as at from ${name}.memory`,
  )
  const kept = new Map<number, number>()
  for (const { at } of rows) kept.set(at, (kept.get(at) ?? 0) + 1)
  expect(acknowledged.length).toBeLessThan(60)
  expect([...kept.values()].every(parts => parts === 4)).toBe(true)
  expect([...kept.keys()]).toEqual(expect.arrayContaining(acknowledged))
})

test('malformed options and clients are a TypeError that names them', () => {
  expect(() => postgresMemories({} as never)).toThrow(/the client of postgresMemories must be a Pool/)
  expect(() => postgresMemories(shared, { schemas: 'a' } as never)).toThrow(/postgresMemories/)
  expect(() => postgresMemories(shared, { schema: 'A"' })).toThrow(TypeError)
  expect(() => postgresMemories(shared, { embed: { id: '' } as never })).toThrow(TypeError)
})
