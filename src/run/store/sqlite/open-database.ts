import { type DatabaseSync, isLockHeldError, openDatabaseFile } from './database.ts'
import { migrate } from './migrate.ts'
import { openError } from './open-error.ts'
import { oneTry } from './patient.ts'

/**
 * Durability of a commit. With `full`, a commit survives a power cut. With `normal`, the last commits before a power
 * cut may be lost, but the file is never corrupted.
 */
export type Synchronous = 'full' | 'normal'

/** Milliseconds to wait for another process that is creating the same file. */
const openTimeout = 5_000

/** Opens a file with a store's settings and tables. If the file cannot be a store, throws an Error with advice. */
export function openDatabase(path: string, synchronous: Synchronous): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = openDatabaseFile(path)
    database.exec(`pragma busy_timeout = ${openTimeout}`)
    migrate(database)
    enableWriteAheadLog(database)
    database.exec(`
      pragma synchronous = ${synchronous};
      pragma foreign_keys = on;
      pragma secure_delete = on;
      pragma busy_timeout = ${oneTry};
    `)
    return database
  } catch (error) {
    database?.close()
    throw openError(path, error)
  }
}

/** Milliseconds between two attempts to open a file. */
const pause = 10

/**
 * Switches a file to write-ahead logging, so that readers and a writer can work at the same time. Repeats this on
 * failure, because SQLite does not wait for another process that is opening the file.
 */
function enableWriteAheadLog(database: DatabaseSync): void {
  for (let waited = 0; ; waited += pause)
    try {
      return database.exec('pragma journal_mode = wal')
    } catch (error) {
      if (!isLockHeldError(error) || waited >= openTimeout) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
}
