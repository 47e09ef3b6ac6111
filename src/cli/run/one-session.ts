import type { Store } from '../../run/store/store.ts'
import { UsageError } from '../io.ts'

/**
 * Returns a store in which a runner finds only the sessions that it is asked to run, because other sessions may belong
 * to other programs. Throws if another process has the right to run the sessions, because its program may be a
 * different one.
 */
export async function withOnlyRequestedSessions(store: Store): Promise<Store> {
  const claim = store.claim === undefined ? { release: async () => {} } : await store.claim()
  if (claim === null)
    throw new UsageError(
      'another process is using this store',
      'wait until that process ends, or use another store: --store PATH',
    )
  return {
    read: (key, options) => store.read(key, options),
    append: (key, write) => store.append(key, write),
    list: (owner, options) => store.list(owner, options),
    due: async () => ({ items: [], next: null }),
    scopes: owner => store.scopes(owner),
    fork: (key, id, options) => store.fork(key, id, options),
    delete: key => store.delete(key),
    deleteOwner: owner => store.deleteOwner(owner),
    close: () => store.close(),
    watch: listener => store.watch?.(listener) ?? (() => {}),
    claim: async () => claim,
  }
}
