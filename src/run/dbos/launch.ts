import { DBOS, type DBOSConfig } from '@dbos-inc/dbos-sdk'
import { ignoreIdleErrors } from '../store/postgres/client.ts'

/** Pool of the package `pg`, as DBOS takes it. */
export type DbosPool = NonNullable<DBOSConfig['systemDatabasePool']>

/** Number of the lock that processes take to launch one after the other: 'dbos' in ASCII. */
const lockNumber = 0x64626f73

/** Milliseconds between two attempts to get the lock. */
const betweenAttempts = 50

const ignoreError = (): void => {}

/**
 * Ignores the loss of connections between two statements, also of those that DBOS has taken from a pool for a
 * transaction: the loss would end the process. The next statement rejects.
 */
export function ignoreLostConnections(pool: DbosPool): void {
  ignoreIdleErrors(pool)
  if (!pool.listeners('acquire').includes(ignoreIdleErrors)) pool.on('acquire', ignoreIdleErrors)
}

/**
 * Launches DBOS while no other process does, because its migrations fail if several processes run them at once.
 *
 * The lock is that of a transaction, for poolers. Processes do not wait for it in a statement: migrations create indexes
 * concurrently, and would wait for such a statement.
 */
export async function launchAlone(pool: DbosPool, config: DBOSConfig): Promise<void> {
  const client = await pool.connect()
  // A server may end a connection that does nothing while the migrations run. Then the launch goes on without the lock.
  client.on('error', ignoreError)
  try {
    for (;;) {
      await client.query('begin isolation level read committed')
      const { rows } = await client.query(`select pg_try_advisory_xact_lock(${lockNumber}) as taken`)
      if ((rows[0] as { readonly taken: boolean }).taken) break
      await client.query('rollback')
      await new Promise(resolve => setTimeout(resolve, betweenAttempts))
    }
    DBOS.setConfig(config)
    await DBOS.launch()
  } catch (error) {
    await DBOS.shutdown().catch(ignoreError)
    throw error
  } finally {
    await client.query('rollback').catch(ignoreError)
    client.off('error', ignoreError)
    client.release()
  }
}
