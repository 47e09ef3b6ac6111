import type { Store } from '../../../store/index.ts'
import { sqliteStore } from '../../../store/sqlite/index.ts'

/**
 * Opens the store at a place: an SQLite file (`.db`), or a schema of the Postgres server that the tests have (`npm run
 * test:postgres`). Closing the store ends its connections. With `listen`, a store in Postgres has a relay.
 */
export async function storeAt(place = '', options: { readonly listen?: boolean } = {}): Promise<Store> {
  if (place.endsWith('.db')) return sqliteStore(place)
  const { clients } = await import('../../../store/postgres/test/clients.ts')
  const { postgresStore } = await import('../../../store/postgres/index.ts')
  const { client, end } = clients.pg()
  const store = postgresStore(client, { schema: place, ...options })
  const close = store.close.bind(store)
  return Object.assign(store, { close: () => close().then(end) })
}
