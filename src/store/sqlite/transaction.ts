import type { DatabaseSync } from './database.ts'

/** Runs some writes as one commit, which waits for other processes' first; an error undoes all of them. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}
