import { decodeColumnText, encodeColumnText } from './column-text.ts'
import type { DatabaseSync } from './database.ts'

const queries = (database: DatabaseSync) => ({
  find: database.prepare('select body from ctxc_long where hash = ?'),
  insert: database.prepare('insert into ctxc_long (hash, body) values (?, ?) on conflict do nothing'),
  use: database.prepare('insert into ctxc_long_use (session, seq, hash) values (?, ?, ?)'),
  copy: database.prepare(`insert into ctxc_long_use (session, seq, hash)
    select ?, seq, hash from ctxc_long_use where session = ? and seq < ?`),
  usedBy: database.prepare('select distinct hash from ctxc_long_use where session = ?'),
  unuse: database.prepare('delete from ctxc_long_use where session = ?'),
  drop: database.prepare(
    'delete from ctxc_long where hash = ?1 and not exists (select 1 from ctxc_long_use where hash = ?1)',
  ),
})

/** Table of long strings. Each string is stored once for all events that use it. */
export class LongTable {
  private readonly sql: ReturnType<typeof queries>

  constructor(database: DatabaseSync) {
    this.sql = queries(database)
  }

  find(hash: string): string {
    return decodeColumnText((this.sql.find.get(hash) as { body: string }).body)
  }

  /** Adds the long strings that an event uses. */
  addStrings(session: number, seq: number, long: ReadonlyMap<string, string>): void {
    for (const [hash, text] of long) {
      this.sql.insert.run(hash, encodeColumnText(text))
      this.sql.use.run(session, seq, hash)
    }
  }

  /** Copies the records of which long strings the first events of a session use. */
  copyUses(from: number, to: number, count: number): void {
    this.sql.copy.run(to, from, count)
  }

  /** Deletes a session's records of used strings, and the strings that no session uses any more. */
  deleteUses(session: number): void {
    const hashes = this.sql.usedBy.all(session).map(({ hash }) => String(hash))
    this.sql.unuse.run(session)
    for (const hash of hashes) this.sql.drop.run(hash)
  }
}
