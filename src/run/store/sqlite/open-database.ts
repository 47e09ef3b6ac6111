import { type DatabaseSync, isBusy, openFile } from './database.ts'
import { migrate } from './migrate.ts'
import { openError } from './open-error.ts'
import { oneTry } from './patient.ts'

/** Strength of a commit: `full` survives a power cut, `normal` may lose the last commits then, but never corrupts. */
export type Synchronous = 'full' | 'normal'

/** Milliseconds that the opening waits for another process that makes the same file. */
const openTimeout = 5_000

/** Opens a file with the settings and tables of a store. Throws an Error that says what to do if it cannot be one. */
export function openDatabase(path: string, synchronous: Synchronous): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = openFile(path)
    database.exec(`pragma busy_timeout = ${openTimeout}`)
    migrate(database)
    writeAhead(database)
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

/** Milliseconds between two tries. */
const pause = 10

/** Lets readers and a writer work at once. SQLite does not wait by itself for another process that opens the file. */
function writeAhead(database: DatabaseSync): void {
  for (let waited = 0; ; waited += pause)
    try {
      return database.exec('pragma journal_mode = wal')
    } catch (error) {
      if (!isBusy(error) || waited >= openTimeout) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
}
