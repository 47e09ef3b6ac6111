import { readOptions } from '../../core/form/options.ts'
import type { Driver } from '../runner/driver.ts'
import { DbosEngine, defaults } from './engine.ts'
import { type DbosDriverOptions, form } from './options.ts'

/**
 * Returns a driver that spreads sessions over processes with DBOS Transact, a durable queue in Postgres. The session's
 * log remains the only record: DBOS keeps wake-ups, limits how many sessions run at the same time, and gives the
 * sessions of a process that died to others. The runner's store must have leases, such as `postgresStore`.
 *
 * DBOS exists once in a process, so use one driver in a process. It launches DBOS with the runner's first call; register
 * your own workflows before. Throws a TypeError for malformed options.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { createRunner } from 'ctxc/run'
 * import { dbosDriver } from 'ctxc/run/dbos'
 * import { postgresStore } from 'ctxc/store/postgres'
 * import { scriptedModel } from 'ctxc/testing'
 * import pg from 'pg'
 *
 * const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
 * const driver = dbosDriver({ pool, queues: { sessions: { runs: 200, runsPerTenant: 5 } } })
 * const program = agent({ name: 'helper', model: 'gpt-5.4' })
 * const models = { 'gpt-': scriptedModel(['Hello!']) }
 * const runner = createRunner({ program, store: postgresStore(pool), driver, models })
 * await runner.stop()
 */
export function dbosDriver(options: DbosDriverOptions): Driver {
  return new DbosEngine({ ...defaults, ...readOptions(form, options, 'dbosDriver') })
}
