import {
  type DatabaseSync,
  databaseFilePath,
  isLockHeldError,
  lockHeldError,
  memoryPath,
} from './database.ts'
import { DamagedError, isDamageError, LockedError } from './file-error.ts'
import { Transactions } from './transaction.ts'

/** Milliseconds for which SQLite waits for a lock in one attempt. This wait blocks the process, so it is short. */
export const oneTry = 10

/** Pauses between attempts, in milliseconds: the first pause, which doubles with each attempt, and the maximum. */
const pauses = { first: 2, longest: 40 }

/** Default number of milliseconds for which a call waits for another process's lock. */
export const defaultBusyTimeout = 5_000

/**
 * Access to a database that waits for other processes' locks without blocking this process. It makes short attempts
 * with pauses, in which other work continues. `of` names the data in the error for a damaged file.
 */
export class PatientDatabase {
  private readonly transactions: Transactions
  private readonly database: DatabaseSync
  private readonly file: string
  private readonly timeout: number

  constructor(database: DatabaseSync, timeout: number) {
    this.database = database
    this.transactions = new Transactions(database)
    this.file = databaseFilePath(database) || memoryPath
    this.timeout = timeout
  }

  /** Runs queries on one snapshot. */
  read<Result>(of: string, work: () => Result): Promise<Result> {
    return this.whenUnlocked(of, () => this.transactions.read(work))
  }

  /** Runs writes in one commit. */
  write<Result>(of: string, work: () => Result): Promise<Result> {
    return this.whenUnlocked(of, () => this.transactions.write(work), false)
  }

  /**
   * Removes deleted data from the file and from its write-ahead log. Resolves to null, or to the reason why some is
   * left.
   */
  async erase(): Promise<string | null> {
    const { database, file } = this
    try {
      // `secure_delete` leaves copies of rows that SQLite moved within a page, so the file is written anew.
      await this.whenUnlocked('the database', () => database.exec('vacuum'))
      await this.whenUnlocked('the write-ahead log', () => {
        const result = database.prepare('pragma wal_checkpoint(truncate)').get()
        if (result?.busy !== 0) throw lockHeldError()
      })
      return null
    } catch (error) {
      if (!(error instanceof LockedError)) throw error
      return `${file} and ${file}-wal may have deleted data, because another process used them for ${this.timeout} ms`
    }
  }

  /** Runs one query. */
  async whenUnlocked<Result>(of: string, work: () => Result, isReading = true): Promise<Result> {
    let pause = pauses.first
    for (let waited = 0; ; waited += oneTry + pause) {
      try {
        return work()
      } catch (error) {
        if (isDamageError(error, isReading)) throw new DamagedError(this.file, of, error)
        if (!isLockHeldError(error)) throw error
        if (waited >= this.timeout) throw new LockedError(this.file, this.timeout, error)
      }
      pause = Math.min(pause * 2, pauses.longest)
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
}
