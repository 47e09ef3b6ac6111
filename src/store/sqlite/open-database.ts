import { type DatabaseSync, openFile } from './database.ts'
import { migrate } from './migrate.ts'
import { openError } from './open-error.ts'

/** Strength of a commit: `full` survives a power cut, `normal` may lose the last commits then, but never corrupts. */
export type Synchronous = 'full' | 'normal'

/** Milliseconds that a write waits for another process's. */
const busyTimeout = 5_000

/** Opens a file with the settings and tables of a store. Throws an Error that says what to do if it cannot be one. */
export function openDatabase(path: string, synchronous: Synchronous): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = openFile(path)
    database.exec(`pragma busy_timeout = ${busyTimeout}`)
    migrate(database)
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = ${synchronous};
      pragma foreign_keys = on;
      pragma secure_delete = on;
    `)
    return database
  } catch (error) {
    database?.close()
    throw openError(path, error)
  }
}
