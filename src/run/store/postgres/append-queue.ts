import { isRolledBack, type Parameters } from './client.ts'
import type { Database } from './database.ts'
import { mostTogether } from './functions.ts'

/** Maximum number of statements with appends that a store runs at the same time. */
const mostStatements = 4

/** Number of characters from which on a statement takes no more appends. */
const enoughCharacters = 1_000_000

/** Append that waits for its turn. */
interface Waiting {
  readonly values: Parameters
  resolve(revision: string | null): void
  reject(reason: unknown): void
}

/**
 * Appends of a store. While some statements run, further appends wait, and those that wait become one statement: one way
 * to the database and one commit for many sessions.
 */
export class AppendQueue {
  private readonly database: Database
  private waiting: Waiting[] = []
  private running = 0

  constructor(database: Database) {
    this.database = database
  }

  /**
   * Appends events to one session. Returns the new revision; null if nothing was written. An append that also locks
   * shared keys is made alone, because appends made together would lock these in no order.
   */
  append(values: Parameters, locksKeys: boolean): Promise<string | null> {
    return new Promise((resolve, reject) => {
      const append = { values, resolve, reject }
      if (locksKeys) return void this.runTogether([append])
      this.waiting.push(append)
      this.runWaiting()
    })
  }

  private runWaiting(): void {
    while (this.running < mostStatements && this.waiting.length > 0) {
      this.running++
      void this.runTogether(this.takeTogether()).finally(() => {
        this.running--
        this.runWaiting()
      })
    }
  }

  /** Takes appends that one statement can make, in the order in which all transactions lock sessions. */
  private takeTogether(): readonly Waiting[] {
    let characters = 0
    const end = this.waiting.slice(0, mostTogether).findIndex(({ values }) => {
      characters += values.reduce((sum, value) => sum + (value?.length ?? 0), 0)
      return characters >= enoughCharacters
    })
    const count = end === -1 ? mostTogether : end + 1
    const nameOf = ({ values }: Waiting): string => values.slice(0, 3).join(' ')
    return this.waiting.splice(0, count).sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1))
  }

  private async runTogether(appends: readonly Waiting[]): Promise<void> {
    try {
      const values = appends.flatMap(each => each.values)
      const [row = []] = await this.database.runOnce(`append${appends.length}`, values)
      for (const [at, { resolve }] of appends.entries()) resolve(row[at] ?? null)
    } catch (error) {
      // Nothing was written. The error may be of one append only.
      if (appends.length > 1 && isRolledBack(error))
        await Promise.all(appends.map(each => this.runTogether([each])))
      else for (const { reject } of appends) reject(error)
    }
  }
}
