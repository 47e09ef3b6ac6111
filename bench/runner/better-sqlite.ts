import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** A value to bind; undefined is null to better-sqlite3, and an error to Node. */
type Value = SQLInputValue | undefined

const bound = (values: readonly Value[]): SQLInputValue[] => values.map(value => value ?? null)

/** The methods of a statement that SqliteSaver calls. */
interface Statement {
  run(...values: Value[]): unknown
  get(...values: Value[]): unknown
  all(...values: Value[]): unknown[]
}

/**
 * The methods of better-sqlite3 that LangGraph's SqliteSaver calls, over Node's own SQLite: the saver takes any object
 * that has them, and the native module exists for few versions of Node.
 */
export class BetterSqlite {
  private readonly database: DatabaseSync

  constructor(path: string) {
    this.database = new DatabaseSync(path)
  }

  pragma(text: string): void {
    this.database.exec(`pragma ${text}`)
  }

  exec(sql: string): void {
    this.database.exec(sql)
  }

  prepare(sql: string): Statement {
    const statement = this.database.prepare(sql)
    return {
      run: (...values) => statement.run(...bound(values)),
      get: (...values) => statement.get(...bound(values)),
      all: (...values) => statement.all(...bound(values)),
    }
  }

  transaction<Args extends unknown[]>(work: (...given: Args) => void): (...given: Args) => void {
    return (...given) => {
      this.database.exec('begin')
      work(...given)
      this.database.exec('commit')
    }
  }

  close(): void {
    this.database.close()
  }
}
