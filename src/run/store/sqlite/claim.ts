import type { Claim } from '../store.ts'
import { isLockHeldError, memoryPath, openDatabaseFile } from './database.ts'

/**
 * Locks the lock file next to a store's file. Returns null if another store, in this or another process, has the lock.
 * The operating system releases the lock when the process ends in any way.
 */
export function claimLockFile(path: string): Claim | null {
  const lock = openDatabaseFile(path === '' ? memoryPath : `${path}.runner`)
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    lock.close()
    if (isLockHeldError(error)) return null
    throw error
  }
  return {
    async release() {
      if (lock.isOpen) lock.close()
    },
  }
}
