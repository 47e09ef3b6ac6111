import type { Parameters, Row, RunStatement } from './client.ts'
import { repeatLostRaces } from './lost-race.ts'
import { type Preparation, prepareDatabase } from './prepare.ts'
import { type StatementName, statementsOf } from './statements.ts'

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
  run(name: StatementName, values: Parameters): Promise<readonly Row[]> {
    return repeatLostRaces(() => this.runOnce(name, values))
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
