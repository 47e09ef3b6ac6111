import type { Owner } from '../../store/owner.ts'
import { openDatabase } from '../../store/sqlite/open-database.ts'
import { Transactions } from '../../store/sqlite/transaction.ts'
import { assertIds, assertMemories, assertMemoryQuery } from '../store/assert-memory.ts'
import type { FoundMemory, Memory, MemoryQuery, MemoryStore } from '../store/memory-store.ts'
import { RankedMemories, usualTop } from '../store/rank-memories.ts'
import { MemoryTable } from './memory-table.ts'

/** Memories in a file, which can be closed. */
export interface SqliteMemories extends MemoryStore {
  /** Closes the file; a second time does nothing. */
  close(): void
}

/** Most memories that are found by their words, and ranked. */
const mostFound = 400

/** Newest memories that are ranked too: their words may be written otherwise. */
const mostNewest = 100

/** Number of the best memories whose neighbours are ranked too, and how far. */
const [besides, reach] = [200, 6]

/**
 * Returns a store of memories in an SQLite file, readable by nobody else (mode 0600). FTS5 finds candidates by their words;
 * these are ranked by words and their meanings, as `C.relevant` does. Throws an Error if this Node has no SQLite (22.13 has).
 *
 * @example
 * import { sqliteMemories } from 'ctxc/remember/sqlite'
 *
 * const memory = sqliteMemories(':memory:')
 * await memory.add({ app: 'trips', user: 'anna' }, [{ id: '1', text: 'Anna likes night trains.' }])
 * memory.close()
 *
 * @param path - Path of the file; by default the one that `sqliteStore` uses too. `:memory:` is a database in memory.
 */
export function sqliteMemories(path = '.ctxc/sessions.db'): SqliteMemories {
  if (typeof path !== 'string') throw new TypeError('sqliteMemories takes the path of a file')
  const database = openDatabase(path, 'full')
  const transactions = new Transactions(database)
  const table = new MemoryTable(database)
  return {
    id: 'sqlite',
    async add(owner: Owner, memories: readonly Memory[]) {
      assertMemories(owner, memories)
      transactions.write(() => {
        for (const memory of memories) table.set(owner, memory)
      })
    },
    async search(owner: Owner, query: MemoryQuery): Promise<readonly FoundMemory[]> {
      assertMemoryQuery(owner, query)
      query.signal?.throwIfAborted()
      return transactions.read(() => ranked(table, owner, query))
    },
    async delete(owner: Owner, ids: readonly string[]) {
      assertIds(owner, ids)
      transactions.write(() => {
        for (const id of ids) table.delete(owner, id)
      })
    },
    async deleteOwner(owner: Owner) {
      assertMemories(owner, [])
      transactions.write(() => table.deleteOwner(owner))
    },
    close() {
      if (database.isOpen) database.close()
    },
  }
}

function ranked(table: MemoryTable, owner: Owner, query: MemoryQuery): readonly FoundMemory[] {
  const { text, top = usualTop, exceptSession } = query
  const except = exceptSession ?? null
  const most = Math.max(mostFound, top)
  const found = table.matching(owner, text, { most, exceptSession: except })
  const beside = found.slice(0, besides).flatMap(key => around(key))
  const all = new Set([...found, ...beside, ...table.newest(owner, except, mostNewest)])
  const keys = [...all].sort((left, right) => left - right)
  const memories = new RankedMemories()
  let last = Number.NaN
  for (const key of keys) {
    const kept = table.read(owner, key)
    if (kept === null) continue
    // Memories that were not added one after the other are no neighbours.
    if (key - last > 1) memories.skip()
    memories.set(kept.memory)
    last = key
  }
  return memories.rank({ text, top, exceptSession })
}

const around = (key: number): readonly number[] =>
  Array.from({ length: 2 * reach + 1 }, (_, at) => key - reach + at)
