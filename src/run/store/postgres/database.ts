import type { Parameters, Row, RunStatement } from './client.ts'
import { repeatLostRaces } from './lost-race.ts'
import { type Preparation, prepareDatabase } from './prepare.ts'
import type { StatementName } from './statements.ts'

/** Reason why deleted data is left, which no statement of ours can change: a vacuum needs rights and no transaction. */
export const deletedRowsStay =
  'the files of the server have deleted rows until VACUUM FULL, and its write-ahead log and backups have them for longer'

/** Database of a store, with the statements of the store. It is prepared before its first statement. */
export class Database<Name extends string = StatementName> {
  private readonly runStatement: RunStatement
  private readonly preparation: Preparation
  private readonly texts: Readonly<Record<Name, string>>
  private prepared: Promise<void> | undefined

  constructor(runStatement: RunStatement, preparation: Preparation, texts: Readonly<Record<Name, string>>) {
    this.runStatement = runStatement
    this.preparation = preparation
    this.texts = texts
  }

  /** Runs a statement, again if it lost a race: then it wrote nothing. */
  run(name: Name, values: Parameters): Promise<readonly Row[]> {
    return repeatLostRaces(() => this.runOnce(name, values))
  }

  async runOnce(name: Name, values: Parameters): Promise<readonly Row[]> {
    return this.runText(this.texts[name], values)
  }

  /** Runs SQL that is made for one database. */
  async runText(text: string, values: Parameters): Promise<readonly Row[]> {
    await this.prepare()
    return this.runStatement(text, values)
  }

  private prepare(): Promise<void> {
    this.prepared ??= prepareDatabase(this.runStatement, this.preparation).catch(error => {
      this.prepared = undefined // the next call tries again
      throw error
    })
    return this.prepared
  }
}
