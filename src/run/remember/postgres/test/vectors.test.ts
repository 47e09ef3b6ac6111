// Vectors in Postgres: compared by pgvector if it is there, by plain SQL otherwise, with the same results.
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import type { EmbedHandler } from 'ctxc/effects'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { processMemories } from '../../../../core/remember/store/in-process.ts'
import { embed, topics } from '../../../../core/remember/test/store.ts'
import type { PgClient } from '../../../store/postgres/index.ts'
import { ownSchema, url } from '../../../store/postgres/test/clients.ts'
import { sqliteMemories } from '../../sqlite/index.ts'
import { postgresMemories } from '../index.ts'

const owner = { app: 'trips', user: 'anna' }
const pool = new pg.Pool({ connectionString: url, max: 4 })
// It may take longer to start than a hook may.
const lite = await PGlite.create({ extensions: { vector } })
afterAll(() => Promise.all([pool.end(), lite.close()]))

/** Statements that a client ran. */
const statements: string[] = []

/** Client of `pg` over PGlite, a server with pgvector in this process. */
const client: PgClient = {
  query: async ({ text, values }) => {
    statements.push(text)
    return lite.query(text, values, { rowMode: 'array' })
  },
  on: () => {},
  listeners: () => [],
}

/** Returns a handler of vectors with many numbers, by the letters of a text. */
const lettersOf = (length: number, id = `letters ${length}`): EmbedHandler => ({
  id,
  run: async ({ texts }) =>
    texts.map(text =>
      Array.from(
        { length },
        (_, at) => Math.sin(at * 7 + text.charCodeAt(at % text.length)) * 10 ** (at % 5),
      ),
    ),
})
const facts = Array.from({ length: 120 }, (_, at) => ({
  id: `${at}`,
  text: `${'abcdefghijkl'[at % 12]}${'mnopqrstuvw'[at % 11]} fact ${at * at}`,
  session: `s${Math.floor(at / 10)}`,
}))

test('a missing extension is told once, with advice, and never created', async () => {
  for (const [given, advice] of [
    [client, /without it, which is slower: run "create extension vector"/],
    [pool, /which is slower: install pgvector on the server, and then run "create extension vector"/],
  ] as const) {
    const told: string[] = []
    const onMissingExtension = ({ message }: Error) => told.push(message)
    const store = postgresMemories(given, { embed, schema: ownSchema(), onMissingExtension })
    await store.add(owner, topics)
    expect(told).toEqual([])
    for (let round = 0; round < 2; round++)
      expect((await store.search(owner, { text: 'sleeping on trains', top: 1 }))[0]?.id).toBe('1')
    expect(told).toEqual([expect.stringMatching(advice)])
  }
  expect((await lite.query("select 1 from pg_extension where extname = 'vector'")).rows).toEqual([])
})

test('pgvector, plain SQL, SQLite and the process find the same memories', async () => {
  // The extension may be in a schema that no search path names.
  await lite.query('create schema "Ext S."')
  await lite.query('create extension vector schema "Ext S."')
  const letters = lettersOf(300)
  const stores = [
    postgresMemories(client, {
      embed: letters,
      schema: ownSchema(),
      onMissingExtension: () => expect.unreachable(),
    }),
    postgresMemories(pool, { embed: letters, schema: ownSchema() }),
    sqliteMemories(':memory:', { embed: letters }),
    processMemories({ embed: letters }),
  ]
  for (const store of stores) await store.add(owner, facts)
  for (const text of ['ab fact', 'zq', 'fact 49'])
    for (const query of [{ text }, { text, exceptSession: 's2' }]) {
      const [first, ...others] = await Promise.all(stores.map(store => store.search(owner, query)))
      expect(first?.length).toBeGreaterThan(0)
      for (const other of others) {
        expect(other.map(({ id }) => id)).toEqual(first?.map(({ id }) => id))
        for (const [at, { score }] of other.entries()) expect(score).toBeCloseTo(first?.[at]?.score ?? 0, 4)
      }
    }
  expect(statements.some(text => text.includes('"Ext S.".inner_product'))).toBe(true)
})

test.each([
  ['pgvector', () => client],
  ['plain SQL', () => pool],
])('vectors of another length or handler are not compared, by %s', async (_, given) => {
  const name = ownSchema()
  const storeOf = (handler: EmbedHandler) => postgresMemories(given(), { embed: handler, schema: name })
  await storeOf(lettersOf(3, 'one')).add(owner, [{ id: '3', text: 'apple' }])
  await storeOf(lettersOf(7, 'one')).add(owner, [{ id: '7', text: 'banana' }])
  await storeOf(lettersOf(3, 'two')).add(owner, [{ id: 'two', text: 'cherry' }])
  await postgresMemories(given(), { schema: name }).add(owner, [{ id: 'none', text: 'damson' }])
  for (const handler of [lettersOf(3, 'one'), lettersOf(7, 'one'), lettersOf(20_000, 'one')]) {
    const found = await storeOf(handler).search(owner, { text: 'damson' })
    expect(found[0]?.id).toBe('none')
  }
  const tiny: EmbedHandler = { id: 'tiny', run: async ({ texts }) => texts.map(() => [1e-45, 3e38, -1e-30]) }
  await storeOf(tiny).add(owner, [{ id: 'tiny', text: 'elder' }])
  expect((await storeOf(tiny).search(owner, { text: 'elder' }))[0]?.id).toBe('tiny')
  // A memory that is replaced without a vector has none any more.
  await postgresMemories(given(), { schema: name }).add(owner, [{ id: 'tiny', text: 'fig' }])
  expect((await storeOf(tiny).search(owner, { text: 'quince' })).map(({ id }) => id)).not.toContain('tiny')
})

test('an extension that the role may not use is not used', async () => {
  const name = ownSchema()
  for (const sql of [
    `create role ${name}`,
    `create schema ${name} authorization ${name}`,
    `set role ${name}`,
  ])
    await lite.query(sql)
  const told: string[] = []
  const onMissingExtension = ({ message }: Error) => told.push(message)
  const store = postgresMemories(client, { embed, schema: name, onMissingExtension })
  await store.add(owner, topics)
  expect((await store.search(owner, { text: 'sleeping on trains', top: 1 }))[0]?.id).toBe('1')
  expect(told).toHaveLength(1)
  await lite.query('reset role')
})
