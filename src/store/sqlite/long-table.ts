import { columnText, textOfColumn } from './column-text.ts'
import type { DatabaseSync } from './database.ts'

const queries = (database: DatabaseSync) => ({
  find: database.prepare('select body from ctxc_long where hash = ?'),
  insert: database.prepare('insert into ctxc_long (hash, body) values (?, ?) on conflict do nothing'),
  use: database.prepare('insert into ctxc_long_use (session, hash) values (?, ?) on conflict do nothing'),
  copy: database.prepare(
    'insert into ctxc_long_use (session, hash) select ?, hash from ctxc_long_use where session = ?',
  ),
  drop: database.prepare('delete from ctxc_long where hash not in (select hash from ctxc_long_use)'),
})

/** Table of long strings, each of which is stored once for all sessions that use it. */
export class LongTable {
  private readonly sql: ReturnType<typeof queries>

  constructor(database: DatabaseSync) {
    this.sql = queries(database)
  }

  find(hash: string): string {
    return textOfColumn((this.sql.find.get(hash) as { body: string }).body)
  }

  /** Adds strings that a session uses. */
  add(session: number, long: ReadonlyMap<string, string>): void {
    for (const [hash, text] of long) {
      this.sql.insert.run(hash, columnText(text))
      this.sql.use.run(session, hash)
    }
  }

  copy(from: number, to: number): void {
    this.sql.copy.run(to, from)
  }

  /** Deletes the strings that no session uses. */
  dropUnused(): void {
    this.sql.drop.run()
  }
}
