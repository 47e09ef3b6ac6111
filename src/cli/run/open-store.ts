import type { Owner } from '../../core/session/owner.ts'
import type { Store } from '../../run/store/store.ts'
import { fileReason } from '../input.ts'
import { type Io, UsageError } from '../io.ts'
import type { StoreGiven } from './given.ts'

/** Path of the session store if the user names none. */
export const defaultStore = '.ctxc/sessions.db'

/** Option value for a session store in memory. */
export const memoryWord = 'memory'

/** Opens the session store that the options name. If the file does not exist, it is created. */
export async function openStore({ store: path = defaultStore }: StoreGiven): Promise<Store> {
  if (path === '') throw new UsageError('--store must not be empty', 'for example --store .ctxc/sessions.db')
  if (path === memoryWord) return (await import('../../run/store/in-memory.ts')).inMemoryStore()
  const { sqliteStore } = await import('../../run/store/sqlite/index.ts')
  try {
    return sqliteStore(path)
  } catch (error) {
    throw unopenedStoreError(path, error)
  }
}

/** Opens a session store that must already exist. */
export async function openExistingStore(given: StoreGiven, io: Io): Promise<Store> {
  const { store: path = defaultStore } = given
  if (path === memoryWord)
    throw new UsageError('--store memory keeps no sessions of earlier commands', 'use a file: --store PATH')
  if ((await io.look(path)) === null)
    throw new UsageError(
      `no store at '${path}'`,
      'use --store PATH for another one; ctxc run creates a store',
    )
  return openStore(given)
}

/** Returns the error for a session store that cannot be opened. */
function unopenedStoreError(path: string, error: unknown): UsageError {
  return new UsageError(
    `cannot open the store '${path}': ${fileReason(error)}`,
    'use --store PATH for another store, or --store memory, which keeps the session until the command ends',
  )
}

/** Returns the owner of the sessions, according to the options. */
export function storeOwner({ owner: app = 'ctxc', user }: StoreGiven): Owner {
  if (app === '') throw new UsageError('--owner must not be empty', 'for example --owner shop')
  if (user === '') throw new UsageError('--user must not be empty', 'for example --user ada')
  return user === undefined ? { app } : { app, user }
}
