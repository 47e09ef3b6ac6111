// The driver meets the contract that `testDriver` checks, and deletes what is finished.
import { DBOS } from '@dbos-inc/dbos-sdk'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { keyText, type SessionKey } from '../../../core/session/owner.ts'
import { Drives, newKey } from '../../../testing/driver/drives.ts'
import { testDriver } from '../../../testing/index.ts'
import { ownSchema, url } from '../../store/postgres/test/clients.ts'
import { deleteFinished } from '../delete-finished.ts'
import { dbosDriver } from '../index.ts'
import { lostQueue, queueNameOf } from '../queues.ts'
import { runName } from '../workflows.ts'

const pool = new pg.Pool({ connectionString: url, max: 6 })
afterAll(() => pool.end())
const schema = ownSchema()

describe('dbosDriver', () => {
  for (const { name, run } of testDriver({ make: () => dbosDriver({ pool, schema }) }))
    test(name, async () => {
      expect(await run()).toBeUndefined()
    })
})

test('finished wake-ups are deleted, and those that wait are kept', async () => {
  const driver = dbosDriver({ pool, schema })
  const drives = new Drives()
  await drives.start(driver)
  const [done, later] = [newKey(), newKey()]
  await driver.wake(later, Date.now() + 3_600_000)
  await driver.wake(done)
  await drives.until(done, 1)
  await expect.poll(() => driver.unwoken?.([done])).toEqual([done])
  const idsOf = async () =>
    (await DBOS.listWorkflows({ workflowName: runName })).map(({ workflowID }) => workflowID)
  const isOf = (key: SessionKey) => (id: string) => id.startsWith(keyText(key))
  expect((await idsOf()).some(isOf(done))).toBe(true)
  await deleteFinished(Date.now() - 60_000)
  expect((await idsOf()).some(isOf(done))).toBe(true)
  await deleteFinished(Date.now() + 60_000)
  const ids = await idsOf()
  expect(ids.some(isOf(done))).toBe(false)
  expect(ids.some(isOf(later))).toBe(true)
  await driver.stop()
})

test('the loss of a connection that DBOS has for a transaction does not end the process', async () => {
  const driver = dbosDriver({ pool, schema })
  await new Drives().start(driver)
  // DBOS, too, adds no listener for errors.
  const lent = await pool.connect()
  await lent.query('begin')
  const { rows } = await lent.query('select pg_backend_pid() as pid')
  const ended = new Promise<void>(resolve => void lent.once('end', () => resolve()))
  await pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  await ended
  await expect(lent.query('commit')).rejects.toThrow('connection error')
  lent.release()
  await driver.stop()
})

test('a second driver in a process is refused', async () => {
  const [one, other] = [dbosDriver({ pool, schema }), dbosDriver({ pool, schema })]
  await new Drives().start(one)
  await expect(new Drives().start(other)).rejects.toThrow('one driver in a process')
  await other.stop()
  await one.stop()
})

test('malformed options are refused', () => {
  expect(() => dbosDriver({ pool: {} as never })).toThrow(TypeError)
  expect(() => dbosDriver({ pool, quueues: {} } as never)).toThrow("dbosDriver has no option 'quueues'")
  expect(() => dbosDriver({ pool, queues: {} })).toThrow(/a property for each queue/)
  expect(() => dbosDriver({ pool, queues: { a: { runs: 0 } } })).toThrow(/runs/)
  expect(() => dbosDriver({ pool, worker: 1 as never })).toThrow(/true or false/)
})

test("no name of an app's queue is that of the driver's own queue", () => {
  for (const name of ['processes', 'queue', '']) expect(queueNameOf(name)).not.toBe(lostQueue)
})
