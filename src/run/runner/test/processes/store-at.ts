import type { Store } from '../../../store/index.ts'
import { sqliteStore } from '../../../store/sqlite/index.ts'

/**
 * Opens the store at a place: a schema of the Postgres server, if the tests have one (`npm run test:postgres`), otherwise
 * an SQLite file. Closing the store ends its connections.
 */
export async function storeAt(place = ''): Promise<Store> {
  if (process.env.POSTGRES_URL === undefined) return sqliteStore(place)
  const { clients } = await import('../../../store/postgres/test/clients.ts')
  const { postgresStore } = await import('../../../store/postgres/index.ts')
  const { client, end } = clients.pg()
  return Object.assign(postgresStore(client, { schema: place }), { close: end })
}
