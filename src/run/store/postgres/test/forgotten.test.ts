// Bytes of a forgotten customer that are left in the files of a Postgres server.
import pg from 'pg'
import { expect, test } from 'vitest'
import { postgresMemories } from '../../../remember/postgres/index.ts'
import { forget } from '../../forget.ts'
import { postgresStore } from '../index.ts'
import { ownSchema, serverUrl } from './clients.ts'

const ada = { app: 'docs', user: 'ada' }
const bob = { app: 'docs', user: 'bob' }

test('4-F11: a server keeps bytes of a deleted customer until VACUUM FULL, as the report says', async () => {
  const schema = ownSchema()
  const pool = new pg.Pool({ connectionString: serverUrl, max: 2 })
  const [store, memory] = [postgresStore(pool, { schema }), postgresMemories(pool, { schema })]
  for (let at = 0; at < 40; at++) {
    const [owner, text] = at % 2 === 0 ? [ada, 'zqxada'] : [bob, 'zqxbob']
    const key = { owner, id: `s${at}` }
    const events = [{ author: 'user', text: `${text}${at}` }]
    await store.append(key, { expectedRevision: 0, events, status: 'idle', time: 1 })
    await memory.add(owner, [{ id: `${at}`, text: `${text}${at}` }])
  }

  /** Counts a text in the files of all tables and indexes of the schema. */
  const countIn = async (text: string): Promise<number> => {
    await pool.query('checkpoint')
    const { rows } = await pool.query(
      `select pg_read_binary_file(pg_relation_filepath(c.oid), true) as bytes from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = $1 and c.relkind in ('r', 'i', 't') or c.oid in
         (select reltoastrelid from pg_class o join pg_namespace p on p.oid = o.relnamespace where p.nspname = $1)`,
      [schema],
    )
    return rows.reduce((sum, { bytes }) => sum + String(bytes?.toString('latin1')).split(text).length - 1, 0)
  }
  const { deleted, left } = await forget(ada, { stores: [store], memories: [memory] })
  expect(deleted.map(({ kind, count }) => [kind, count])).toEqual([
    ['memories', null],
    ['sessions', 20],
  ])
  expect(left.map(({ kind, where }) => [kind, where])).toEqual([
    ['bytes', 'memories[0]'],
    ['bytes', 'stores[0]'],
  ])
  expect(left[0]?.why).toContain('until VACUUM FULL')
  const tables = await pool.query(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = $1",
    [schema],
  )
  for (const { name } of tables.rows) await pool.query(`vacuum ${name}`)
  // A plain VACUUM makes the space of deleted rows free, and overwrites nothing.
  expect(await countIn('zqxada')).toBeGreaterThan(0)
  for (const { name } of tables.rows) await pool.query(`vacuum full ${name}`)
  expect(await countIn('zqxada')).toBe(0)
  expect(await countIn('zqxbob')).toBeGreaterThan(0)
  await pool.end()
})
