import type { DatabaseSync } from './database.ts'

const queries = (database: DatabaseSync) => ({
  read: database.prepare('begin deferred'),
  write: database.prepare('begin immediate'),
  commit: database.prepare('commit'),
  rollback: database.prepare('rollback'),
})

/** Transactions on a database. */
export class Transactions {
  private readonly database: DatabaseSync
  private readonly sql: ReturnType<typeof queries>

  constructor(database: DatabaseSync) {
    this.database = database
    this.sql = queries(database)
  }

  /** Runs queries on one snapshot, so that commits of other processes do not change their results. */
  read<Result>(work: () => Result): Result {
    this.sql.read.run()
    return this.endTransaction(work)
  }

  /** Runs writes in one commit, after waiting for commits of other processes. If any write fails, all are undone. */
  write<Result>(work: () => Result): Result {
    this.sql.write.run()
    return this.endTransaction(work)
  }

  private endTransaction<Result>(work: () => Result): Result {
    try {
      const result = work()
      this.sql.commit.run()
      return result
    } catch (error) {
      if (this.database.isTransaction) this.sql.rollback.run()
      throw error
    }
  }
}
