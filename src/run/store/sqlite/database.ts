import type { DatabaseSync } from 'node:sqlite'
import { builtin } from '../../../core/text/builtin.ts'

export type { DatabaseSync } from 'node:sqlite'

/** Path of a database that is in memory only. */
export const memoryPath = ':memory:'

/** Opens a file, made with mode 0600 if it is new. Throws an Error that names the way out where there is no SQLite. */
export function openFile(path: string): DatabaseSync {
  const sqlite = builtin<typeof import('node:sqlite')>('node:sqlite')
  if (sqlite === undefined)
    throw new Error('there is no SQLite here: use Node 22.15 or later, or inMemoryStore of ctxc/store')
  if (path !== memoryPath) makePrivate(path)
  return new sqlite.DatabaseSync(path)
}

/** Returns the path of a database's file as SQLite resolved it; empty for one in memory. */
export const fileOf = (database: DatabaseSync): string =>
  String(database.prepare('pragma database_list').get()?.file ?? '')

/** SQLite's code of a lock that another connection has. */
const busyCode = 5

/** Whether an error says that another connection has a lock. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busyCode

/**
 * Makes the file and its folder, readable by nobody else, before SQLite does. A file that exists is never opened: to
 * close it again would end all locks that this process has on it.
 */
function makePrivate(path: string): void {
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
