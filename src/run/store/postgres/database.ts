import { isRaceError, type Parameters, type Row, type RunStatement } from './client.ts'
import { type Preparation, prepareDatabase } from './prepare.ts'
import { type StatementName, statementsOf } from './statements.ts'

/** Maximum number of times that a statement is run which loses a race with other transactions. */
export const mostTries = 30

/** Maximum number of milliseconds between two tries. */
const longestPause = 64

/** Waits after a lost race: longer after each of the first ones. */
export const pauseAfter = (tries: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, Math.min(2 ** tries, longestPause)))

/** Database of a store. It is prepared before its first statement. */
export class Database {
  private readonly runStatement: RunStatement
  private readonly preparation: Preparation
  private readonly texts: Readonly<Record<StatementName, string>>
  private prepared: Promise<void> | undefined

  constructor(runStatement: RunStatement, preparation: Preparation) {
    this.runStatement = runStatement
    this.preparation = preparation
    this.texts = statementsOf(preparation.schema)
  }

  /** Runs a statement, again if it lost a race: then it wrote nothing. */
  async run(name: StatementName, values: Parameters): Promise<readonly Row[]> {
    for (let tries = 1; ; tries++)
      try {
        return await this.runOnce(name, values)
      } catch (error) {
        if (!isRaceError(error) || tries >= mostTries) throw error
        await pauseAfter(tries)
      }
  }

  async runOnce(name: StatementName, values: Parameters): Promise<readonly Row[]> {
    await this.prepare()
    return this.runStatement(this.texts[name], values)
  }

  private prepare(): Promise<void> {
    this.prepared ??= prepareDatabase(this.runStatement, this.preparation).catch(error => {
      this.prepared = undefined // the next call tries again
      throw error
    })
    return this.prepared
  }
}
