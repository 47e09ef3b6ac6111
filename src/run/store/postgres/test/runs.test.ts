// Runs over a server that closes connections while they work, and owners who ask for the sessions of others.
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { key } from '../../../runner/test/crash-programs.ts'
import { difference } from '../../../runner/test/essence.ts'
import { inMemoryStore, type Store } from '../../index.ts'
import { postgresStore } from '../index.ts'
import { clients, ownSchema, serverUrl } from './clients.ts'
import { runProgram } from './run-program.ts'

const pool = new pg.Pool({ connectionString: serverUrl })
afterAll(() => pool.end())

/** Closes all connections of clients, but not those of this test. */
const cut = () =>
  pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and query like '%' || $1 || '%' and query not like '%pg_terminate%'`,
    [cutSchema],
  )
const cutSchema = ownSchema()

/** Runs a program to its end, and reads its log. */
async function logOf(program: string, store: Store, id: string) {
  const ran = await runProgram(program, store, id)
  const events = (await inTurn(() => store.read({ ...key, id })))?.events ?? []
  return { ...ran, events }
}

/** Calls again until a call is not cut. */
async function inTurn<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await call()
    } catch {
      await new Promise(resolve => setTimeout(resolve, 20))
    }
}

describe.each(Object.keys(clients) as (keyof typeof clients)[])('over %s', name => {
  test('runs end as undisturbed ones if the server closes connections all the time', async () => {
    const { client, end } = clients[name](serverUrl)
    const inner = postgresStore(client, { schema: cutSchema })
    let [cuts, appends, isOver] = [0, 0, false]
    const append: Store['append'] = async (...given) => {
      const revision = await inner.append(...given)
      appends++
      return revision
    }
    const store: Store = Object.create(inner, { append: { value: append } })
    const cutting = (async () => {
      while (!isOver) {
        const { rowCount } = await cut()
        cuts += rowCount ?? 0
        // A busy machine may need longer for a connection than it lasts.
        for (const before = appends; !isOver && appends === before; )
          await new Promise(resolve => setTimeout(resolve, 15))
      }
    })()
    for (const program of ['an agent with tools', 'a parallel group', 'an agent as a tool']) {
      const calm = await logOf(program, inMemoryStore(), 'calm')
      for (let round = 0; round < 4; round++) {
        const { status, events, runs } = await logOf(program, store, `${name} ${program} ${round}`)
        expect(status).toBe(calm.status)
        expect(difference(calm.events, events, [])).toBeNull()
        expect([...runs.values()].every(times => times === 1)).toBe(true)
      }
    }
    isOver = true
    await cutting
    await end()
    console.info(`${name}: ${cuts} connections closed`)
    expect(cuts).toBeGreaterThan(10)
  })
})
