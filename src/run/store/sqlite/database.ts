import type { DatabaseSync } from 'node:sqlite'
import { builtin } from '../../../core/text/builtin.ts'

export type { DatabaseSync } from 'node:sqlite'

/** Path of a database that exists only in memory. */
export const memoryPath = ':memory:'

/** Opens an SQLite file. A new file gets mode 0600. Throws an Error with advice if this Node has no SQLite. */
export function openDatabaseFile(path: string): DatabaseSync {
  const sqlite = builtin<typeof import('node:sqlite')>('node:sqlite')
  if (sqlite === undefined)
    throw new Error('there is no SQLite here: use Node 22.15 or later, or inMemoryStore of ctxc/store')
  if (path !== memoryPath) createPrivateFile(path)
  return new sqlite.DatabaseSync(path)
}

/** Returns the path of a database's file, as SQLite resolved it. Empty for a database in memory. */
export const databaseFilePath = (database: DatabaseSync): string =>
  String(database.prepare('pragma database_list').get()?.file ?? '')

/** SQLite's error code for a lock held by another connection. */
const busyCode = 5

/** Returns an error that counts as a lock held by another connection, for commands that return a flag instead. */
export const lockHeldError = (): Error => Object.assign(new Error('it is in use'), { errcode: busyCode })

/** Whether an error means that another connection holds a lock. */
export const isLockHeldError = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busyCode

/**
 * Creates the file and its folder before SQLite does, so that other users cannot read them. Never opens an existing
 * file, because closing it would release all locks of this process on the file.
 */
function createPrivateFile(path: string): void {
  const fs = builtin<typeof import('node:fs')>('node:fs')
  const { dirname } = builtin<typeof import('node:path')>('node:path') ?? { dirname: () => '.' }
  if (fs === undefined) return
  fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    fs.closeSync(fs.openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    fs.accessSync(path, fs.constants.R_OK | fs.constants.W_OK)
    fs.accessSync(dirname(path), fs.constants.W_OK)
  }
}
