import type { Owner } from '../../store/owner.ts'
import type { DatabaseSync } from '../../store/sqlite/database.ts'
import type { Memory } from '../store/memory-store.ts'

/** A memory with the key of its row: memories that were added one after the other have near keys. */
export interface KeptMemory {
  readonly key: number
  readonly memory: Memory
}

const queries = (database: DatabaseSync) => ({
  find: database.prepare('select key from ctxc_memory where app = ? and user = ? and id = ?'),
  insert: database.prepare(
    'insert into ctxc_memory (app, user, id, body, created) values (?, ?, ?, ?, ?) returning key',
  ),
  update: database.prepare('update ctxc_memory set body = ? where key = ?'),
  remove: database.prepare('delete from ctxc_memory where key = ?'),
  all: database.prepare('select key from ctxc_memory where app = ? and user = ?'),
  addWords: database.prepare('insert into ctxc_memory_words (rowid, words) values (?, ?)'),
  removeWords: database.prepare('delete from ctxc_memory_words where rowid = ?'),
  matching: database.prepare(
    `select m.key from ctxc_memory_words w join ctxc_memory m on m.key = w.rowid
     where ctxc_memory_words match ? and m.app = ? and m.user = ? order by bm25(ctxc_memory_words), m.key desc limit ?`,
  ),
  newest: database.prepare(
    'select key from ctxc_memory where app = ? and user = ? order by key desc limit ?',
  ),
  read: database.prepare('select key, id, body from ctxc_memory where key = ? and app = ? and user = ?'),
})

const numberIn = (row: unknown): number => Number((row as { readonly key: number }).key)

/** The table of memories and the words in them. */
export class MemoryTable {
  private readonly sql: ReturnType<typeof queries>

  constructor(database: DatabaseSync) {
    this.sql = queries(database)
  }

  set({ app, user = '' }: Owner, { id, ...body }: Memory): void {
    const { sql } = this
    const text = JSON.stringify(body)
    const known = sql.find.get(app, user, id)
    const key =
      known === undefined ? numberIn(sql.insert.get(app, user, id, text, body.time ?? 0)) : numberIn(known)
    if (known !== undefined) {
      sql.update.run(text, key)
      sql.removeWords.run(key)
    }
    sql.addWords.run(key, body.author === undefined ? body.text : `${body.author}: ${body.text}`)
  }

  delete({ app, user = '' }: Owner, id: string): void {
    const row = this.sql.find.get(app, user, id)
    if (row !== undefined) this.deleteKey(numberIn(row))
  }

  deleteOwner({ app, user = '' }: Owner): void {
    for (const row of this.sql.all.all(app, user)) this.deleteKey(numberIn(row))
  }

  /** Returns the keys of memories with any of some words, the best ones first. */
  matching({ app, user = '' }: Owner, words: readonly string[], most: number): readonly number[] {
    if (words.length === 0) return []
    // Each word is a quoted string, so nothing in it is an operator of the search.
    const match = words.map(word => `"${word.replaceAll('"', '""')}"`).join(' OR ')
    return this.sql.matching.all(match, app, user, most).map(numberIn)
  }

  newest({ app, user = '' }: Owner, most: number): readonly number[] {
    return this.sql.newest.all(app, user, most).map(numberIn)
  }

  /** Returns a memory by its key; null if the owner has none there. */
  read({ app, user = '' }: Owner, key: number): KeptMemory | null {
    const row = this.sql.read.get(key, app, user) as
      | { readonly id: string; readonly body: string }
      | undefined
    return row === undefined ? null : { key, memory: { id: row.id, ...JSON.parse(row.body) } }
  }

  private deleteKey(key: number): void {
    this.sql.remove.run(key)
    this.sql.removeWords.run(key)
  }
}
