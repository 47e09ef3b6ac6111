import { type DatabaseSync, fileOf, isBusy, memoryPath } from './database.ts'
import { DamagedError, isDamage, LockedError } from './file-error.ts'
import { Transactions } from './transaction.ts'

/** Milliseconds that SQLite itself waits for a lock in one attempt; this blocks the process. */
export const oneTry = 10

/** Pauses between two attempts, in milliseconds: the first pause, which doubles, and the maximum. */
const pauses = { first: 2, longest: 40 }

/** Default number of milliseconds that a call waits for another process's lock. */
export const defaultBusyTimeout = 5_000

/**
 * Database access that waits for other processes' locks without blocking this process: short attempts, with pauses in
 * which other work continues. `of` names the data for the error of a damaged file.
 */
export class PatientDatabase {
  private readonly transactions: Transactions
  private readonly file: string
  private readonly timeout: number

  constructor(database: DatabaseSync, timeout: number) {
    this.transactions = new Transactions(database)
    this.file = fileOf(database) || memoryPath
    this.timeout = timeout
  }

  /** Runs some queries on one snapshot. */
  read<Result>(of: string, work: () => Result): Promise<Result> {
    return this.whenUnlocked(of, () => this.transactions.read(work))
  }

  /** Runs some writes as one commit. */
  write<Result>(of: string, work: () => Result): Promise<Result> {
    return this.whenUnlocked(of, () => this.transactions.write(work), false)
  }

  /** Runs one query. */
  async whenUnlocked<Result>(of: string, work: () => Result, isReading = true): Promise<Result> {
    let pause = pauses.first
    for (let waited = 0; ; waited += oneTry + pause) {
      try {
        return work()
      } catch (error) {
        if (isDamage(error, isReading)) throw new DamagedError(this.file, of, error)
        if (!isBusy(error)) throw error
        if (waited >= this.timeout) throw new LockedError(this.file, this.timeout, error)
      }
      pause = Math.min(pause * 2, pauses.longest)
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
}
