import type { Store } from '../../../store/index.ts'
import { sqliteStore } from '../../../store/sqlite/index.ts'

/**
 * Opens the store at a place: an SQLite file (`.db`), or a schema of the Postgres server that the tests have (`npm run
 * test:postgres`). Closing the store ends its connections. With `listen`, a store in Postgres has a relay. With `isDirect`,
 * nothing is between the store and the server, such as a proxy that cuts connections.
 */
export async function storeAt(
  place = '',
  { isDirect = false, ...options }: { readonly listen?: boolean; readonly isDirect?: boolean } = {},
): Promise<Store> {
  if (place.endsWith('.db')) return sqliteStore(place)
  const { clients, serverUrl, url } = await import('../../../store/postgres/test/clients.ts')
  const { postgresStore } = await import('../../../store/postgres/index.ts')
  const { client, end } = clients.pg(isDirect ? serverUrl : url)
  const store = postgresStore(client, { schema: place, ...options })
  const close = store.close.bind(store)
  return Object.assign(store, { close: () => close().then(end) })
}
