import type { Claim } from '../store.ts'
import { isBusy, memoryPath, openFile } from './database.ts'

/**
 * Locks the lock file next to a store's file. Returns null if another store, in this or another process, has the lock.
 * The operating system releases the lock when the process ends in any way.
 */
export function claimBeside(path: string): Claim | null {
  const lock = openFile(path === '' ? memoryPath : `${path}.runner`)
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    lock.close()
    if (isBusy(error)) return null
    throw error
  }
  return {
    async release() {
      if (lock.isOpen) lock.close()
    },
  }
}
