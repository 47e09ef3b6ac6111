// Behind pgbouncer in transaction mode: what the server keeps, and what a process that listens is told.
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { JsonValue } from '../../../../core/ir/json.ts'
import { createRunner } from '../../../../run.ts'
import { scriptedModel } from '../../../../testing/index.ts'
import { answers, key, programs, tools } from '../../../runner/test/crash-programs.ts'
import { runnerOf } from '../client.ts'
import { postgresStore } from '../index.ts'
import { DatabaseRelay } from '../relay/database-relay.ts'
import { listenWith } from '../relay/listen.ts'
import { clients, ownSchema, serverUrl } from './clients.ts'

const server = new pg.Pool({ connectionString: serverUrl, max: 1 })
const { client, end } = clients.pg()
afterAll(() => Promise.all([end(), server.end()]))

test('no connection to the server keeps a lock or a transaction', async () => {
  const store = postgresStore(client, { schema: ownSchema() })
  const runner = createRunner({
    program: (programs['a parallel group'] as (typeof programs)[string])(tools()),
    store,
    models: () => scriptedModel(answers),
  })
  expect((await runner.run(key, { message: 'Go' }).outcome).status).toBe('done')
  await runner.stop()
  const { rows } = await server.query(
    `select state, query from pg_stat_activity join pg_locks using (pid)
    where locktype = 'advisory' and state like 'idle%' or state = 'idle in transaction' and now() - state_change > '5 s'`,
  )
  expect(rows).toEqual([])
})

test('a process that hears nothing is told, and goes on in itself', async () => {
  const errors: string[] = []
  const relay = new DatabaseRelay({
    ...{ run: runnerOf(client), listen: listenWith(client), schema: ownSchema() },
    ...{ process: crypto.randomUUID(), onError: ({ message }) => errors.push(message), silence: 500 },
  })
  const heard: JsonValue[] = []
  relay.subscribe(key, message => heard.push(message))
  await expect.poll(() => errors, { timeout: 10_000 }).toHaveLength(1)
  expect(errors[0]).toContain('delivers no notifications to postgresStore')
  relay.publish(key, 'still here')
  expect(heard).toEqual(['still here'])
  await expect.poll(() => client.totalCount - client.idleCount).toBe(0)
  await relay.close()
})
