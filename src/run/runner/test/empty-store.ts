import { inMemoryStore, type Store } from '../../store/index.ts'

const maker =
  process.env.POSTGRES_URL === undefined
    ? null
    : (await import('../../store/postgres/test/clients.ts')).storeMaker('pg')

/** Milliseconds for which a model works in tests, so that some calls of the store fit into them. */
export const longerThanCalls = maker === null ? 5 : 60

/**
 * Returns an empty store: in Postgres if the tests have a server (`npm run test:postgres`), otherwise in memory. With
 * `listen`, it has a relay.
 */
export const emptyStore = (options: { readonly listen?: boolean } = {}): Store =>
  maker === null ? inMemoryStore() : maker.maker.make(options)

/** Returns the store as another process opens it, with the options of the first one. */
export const ofOtherProcess = (store: Store): Store => maker?.maker.again(store) ?? store

/** Ends all leases of a store with a clock of its own, as if their time were over. */
export const endLeases = async (store: Store): Promise<void> => maker?.endLeases(store)
