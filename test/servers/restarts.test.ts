// Deploys and restarts of processes that share their work, by themselves and over a queue of DBOS.
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { agent } from '../../src/index.ts'
import { Fleet } from '../../src/run/dbos/test/processes.ts'
import { leaseLength } from '../../src/run/dbos/test/program.ts'
import { idle } from '../../src/run/runner/test/pains/setting.ts'
import type { SessionKey } from '../../src/run/store/index.ts'
import { postgresStore, schema } from '../../src/run/store/postgres/index.ts'
import { serverUrl } from '../../src/run/store/postgres/test/clients.ts'
import { createRunner } from '../../src/run.ts'

const pool = new pg.Pool({ connectionString: serverUrl, max: 4 })
afterAll(() => pool.end())

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
const keys: readonly SessionKey[] = Array.from({ length: 40 }, (_, at) => ({
  owner: { app: 'test', user: `u${at % 5}` },
  id: `s${at}`,
}))

describe.each([
  ['by themselves', null],
  ['from a queue', { queues: { test: { perProcess: 4 } } }],
])('processes that take sessions %s', (_, options) => {
  /** Starts processes, and sends each session a message whose answer needs a tool. */
  async function startFleet() {
    const fleet = new Fleet({ options })
    const store = postgresStore(pool, { schema: fleet.schema })
    const workers = ['v1', 'v2'].map(version => fleet.worker(version))
    await Promise.all(workers.map(({ ready }) => ready))
    const front =
      options === null
        ? createRunner({
            program: agent({ name: 'clerk', model: 'gpt-5.4' }) as never,
            store,
            models: () => null as never,
            driver: idle,
          })
        : fleet.front()
    await Promise.all(keys.map(key => front.send(key, 'Call nap.')))
    const untilIdle = async (): Promise<void> => {
      for (let left = keys.length; left > 0; await pause(20)) {
        const sql = `select count(*)::int as left from ${fleet.schema}.session where status <> 'idle'`
        left = (await pool.query(sql)).rows[0].left
      }
    }
    /** Answers of all sessions. Each has one. */
    const answers = async (): Promise<readonly string[]> => {
      const logs = await Promise.all(keys.map(key => store.read(key)))
      return logs.map(log => {
        const events = log?.events ?? []
        expect(events.filter(({ actions }) => actions?.run?.failed)).toEqual([])
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at))
        const texts = events.filter(({ author }) => author === 'clerk').flatMap(({ parts }) => parts)
        return texts.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join()
      })
    }
    const begun = () => fleet.lines.filter(({ phase }) => phase === 'begin').map(({ session }) => session)
    return { fleet, workers, untilIdle, answers, begun }
  }

  test('are of two versions, and a later release changes the tables meanwhile', async () => {
    const { fleet, untilIdle, answers, begun } = await startFleet()
    const { schema: name } = fleet
    const other = await pool.connect()
    for (let migration = 0; migration < 3; migration++) {
      await other.query('begin')
      await other.query(`lock table ${name}.scope, ${name}.session, ${name}.event`)
      await other.query(`alter table ${name}.event add column extra${migration} integer default 7`)
      await other.query(`alter table ${name}.session add column extra${migration} text not null default 'x'`)
      await other.query(`create index on ${name}.session (extra${migration}, updated)`)
      await pause(50)
      await other.query('commit')
      await pool.query(schema(name))
      await pause(100)
    }
    other.release()
    await untilIdle()
    expect(new Set(await answers())).toEqual(new Set(['Answered by v1.', 'Answered by v2.']))
    expect(begun().toSorted()).toEqual(keys.map(({ id }) => id).toSorted())
    await fleet.end()
  })

  test('go on after all of them were killed and started again', async () => {
    const { fleet, workers, untilIdle, answers, begun } = await startFleet()
    while (begun().length < 12) await pause(5)
    const killed = Date.now()
    await Promise.all(workers.map(worker => worker.kill()))
    // A wake-up for the death of a process can be used up just before it dies: then nothing tells of it.
    if (options !== null)
      await pool.query(`delete from ${fleet.schema}_dbos.workflow_status where name = 'ctxc replace process'`)
    const before = begun().length
    await Promise.all([fleet.worker('v2').ready, fleet.worker('v3').ready])
    const started = Date.now()
    await untilIdle()
    const first = (fleet.lines.filter(({ phase }) => phase === 'begin')[before]?.time ?? 0) - started
    const all = Date.now() - started
    console.info(
      `the first call ${first} ms after the start, all after ${all} ms; the start was ${started - killed} ms after the kill`,
    )
    expect(first).toBeLessThan(leaseLength + 2_000)
    const texts = await answers()
    expect(texts.every(text => /^Answered by v[123]\.$/.test(text))).toBe(true)
    expect(texts).toContain('Answered by v3.')
    // Calls that the kill interrupted run again, and no others: at most four in each process.
    expect(new Set(begun()).size).toBe(keys.length)
    expect(begun().length).toBeLessThanOrEqual(keys.length + 8)
    await fleet.end()
  })
})
