import type { Claim } from '../store.ts'
import { isBusy, memoryPath, openFile } from './database.ts'

/**
 * Claims the lock beside a file; null if another store has it, in this process or in another one. The operating system
 * releases the lock of a process that ends, however it ends.
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
