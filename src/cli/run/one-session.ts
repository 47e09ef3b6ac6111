import type { Store } from '../../store/store.ts'
import { UsageError } from '../io.ts'

/**
 * Returns a store in which a runner finds no work but the session that it is asked for: other sessions may belong to
 * other programs. A runner that may not run sessions fails, because the process that may has another program.
 */
export const oneSession = (store: Store): Store => ({
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
  async claim() {
    if (store.claim === undefined) return { release: async () => {} }
    const claim = await store.claim()
    if (claim !== null) return claim
    throw new UsageError(
      'another process is using this store',
      'wait until that process ends, or use another store: --store PATH',
    )
  },
})
