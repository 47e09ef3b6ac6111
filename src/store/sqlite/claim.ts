import type { Claim } from '../store.ts'
import { openFile } from './database.ts'

/**
 * Claims the lock beside a file; null if another process has it. The operating system releases the lock of a process
 * that ends, however it ends.
 */
export function claimBeside(path: string): Claim | null {
  const lock = openFile(path === ':memory:' ? path : `${path}.runner`)
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
    return { release: async () => lock.close() }
  } catch (error) {
    lock.close()
    if (isBusy(error)) return null
    throw error
  }
}

/** SQLite's code of a lock that another connection has. */
const busyCode = 5

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busyCode
