import type { Claim } from '../store.ts'
import { isBusy, memoryPath, openFile } from './database.ts'

/**
 * Claims the lock file beside a file; null if another store has the lock, in this or another process. The operating
 * system releases a process's lock when the process ends in any way.
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
