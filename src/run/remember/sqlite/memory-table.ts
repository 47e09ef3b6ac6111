import type { Memory } from '../../../core/remember/store/memory-store.ts'
import type { Owner } from '../../../core/session/owner.ts'
import type { DatabaseSync } from '../../store/sqlite/database.ts'
import { stemsOfMemory, stemsOfQuery } from '../candidates.ts'

/** Memory with the key of its row. Memories that are added one after the other have consecutive keys. */
export interface KeptMemory {
  readonly key: number
  readonly memory: Memory
  /** Vector of the memory's text, and the id of the handler that made it; null for none. */
  readonly embedding: Uint8Array | null
}

const queries = (database: DatabaseSync) => ({
  find: database.prepare('select key from ctxc_memory where app = ? and user = ? and id = ?'),
  insert: database.prepare(
    'insert into ctxc_memory (app, user, id, body, created) values (?, ?, ?, ?, ?) returning key',
  ),
  update: database.prepare('update ctxc_memory set body = ? where key = ?'),
  embed: database.prepare('update ctxc_memory set embedding = ? where key = ?'),
  embedded: database.prepare(
    `select key, embedding from ctxc_memory where app = ? and user = ? and embedding is not null
     and (? is null or json_extract(body, '$.session') is not ?)`,
  ),
  remove: database.prepare('delete from ctxc_memory where key = ?'),
  addWords: database.prepare('insert into ctxc_memory_words (rowid, words) values (?, ?)'),
  removeWords: database.prepare('delete from ctxc_memory_words where rowid = ?'),
  matching: database.prepare(
    `select m.key from ctxc_memory_words w join ctxc_memory m on m.key = w.rowid
     where ctxc_memory_words match ? and m.app = ? and m.user = ? and (? is null or json_extract(m.body, '$.session') is not ?)
     order by bm25(ctxc_memory_words), m.key desc limit ?`,
  ),
  newest: database.prepare(
    `select key from ctxc_memory where app = ? and user = ? and (? is null or json_extract(body, '$.session') is not ?)
     order by key desc limit ?`,
  ),
  insecure: database.prepare(
    "insert into ctxc_memory_words (ctxc_memory_words, rank) values ('secure-delete', 0)",
  ),
  secure: database.prepare(
    "insert into ctxc_memory_words (ctxc_memory_words, rank) values ('secure-delete', 1)",
  ),
  optimize: database.prepare("insert into ctxc_memory_words (ctxc_memory_words) values ('optimize')"),
  removeAllWords: database.prepare(
    'delete from ctxc_memory_words where rowid in (select key from ctxc_memory where app = ? and user = ?)',
  ),
  removeAll: database.prepare('delete from ctxc_memory where app = ? and user = ?'),
  read: database.prepare(
    'select key, id, body, embedding from ctxc_memory where key = ? and app = ? and user = ?',
  ),
})

const numberIn = (row: unknown): number => Number((row as { readonly key: number }).key)

/** Tables with the memories and with the words in them. */
export class MemoryTable {
  private readonly sql: ReturnType<typeof queries>

  constructor(database: DatabaseSync) {
    this.sql = queries(database)
  }

  set({ app, user = '' }: Owner, { id, ...body }: Memory, embedding: Uint8Array | null): void {
    const { sql } = this
    const text = JSON.stringify(body)
    const known = sql.find.get(app, user, id)
    const key =
      known === undefined ? numberIn(sql.insert.get(app, user, id, text, body.time ?? 0)) : numberIn(known)
    if (known !== undefined) {
      sql.update.run(text, key)
      sql.removeWords.run(key)
    }
    sql.embed.run(embedding, key)
    sql.addWords.run(key, stemsOfMemory(body).join(' '))
  }

  delete({ app, user = '' }: Owner, id: string): void {
    const row = this.sql.find.get(app, user, id)
    if (row !== undefined) this.deleteKey(numberIn(row))
  }

  /** Deletes all memories of an owner. One pass over the table of words is faster than many single deletes. */
  deleteOwner({ app, user = '' }: Owner): void {
    const { sql } = this
    sql.insecure.run()
    sql.removeAllWords.run(app, user)
    sql.removeAll.run(app, user)
    sql.optimize.run()
    sql.secure.run()
  }

  /** Returns the keys of memories that contain any word of a text. The best matches come first. */
  keysByWords(
    { app, user = '' }: Owner,
    text: string,
    { most, exceptSession }: { readonly most: number; readonly exceptSession: string | null },
  ): readonly number[] {
    const words = stemsOfQuery(text)
    if (words.length === 0) return []
    // Each word is quoted, so that SQLite does not read a word as a search operator.
    const match = words.map(word => `"${word.replaceAll('"', '""')}"`).join(' OR ')
    return this.sql.matching.all(match, app, user, exceptSession, exceptSession, most).map(numberIn)
  }

  newestKeys({ app, user = '' }: Owner, exceptSession: string | null, most: number): readonly number[] {
    return this.sql.newest.all(app, user, exceptSession, exceptSession, most).map(numberIn)
  }

  /** Returns the keys and vectors of an owner's memories. Omits memories without a vector. */
  storedVectors(
    { app, user = '' }: Owner,
    exceptSession: string | null,
  ): Iterable<{ readonly key: number; readonly embedding: Uint8Array }> {
    return this.sql.embedded.iterate(app, user, exceptSession, exceptSession) as never
  }

  /** Returns an owner's memory by its key; null if the owner has no such memory. */
  read({ app, user = '' }: Owner, key: number): KeptMemory | null {
    const row = this.sql.read.get(key, app, user) as
      | { readonly id: string; readonly body: string; readonly embedding: Uint8Array | null }
      | undefined
    if (row === undefined) return null
    return { key, memory: { id: row.id, ...JSON.parse(row.body) }, embedding: row.embedding }
  }

  private deleteKey(key: number): void {
    this.sql.remove.run(key)
    this.sql.removeWords.run(key)
  }
}
