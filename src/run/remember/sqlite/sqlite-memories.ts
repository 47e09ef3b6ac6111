import { cosine } from '../../../core/context/relevant/embedding.ts'
import { wrongValueError } from '../../../core/form/describe.ts'
import { Path } from '../../../core/form/path.ts'
import { assertIds, assertMemories, assertMemoryQuery } from '../../../core/remember/store/assert-memory.ts'
import type { Embedder } from '../../../core/remember/store/embedder.ts'
import type {
  FoundMemory,
  Memory,
  MemoryQuery,
  MemoryStore,
} from '../../../core/remember/store/memory-store.ts'
import { usualTop } from '../../../core/remember/store/rank-memories.ts'
import { embedderOf, type MemoryStoreOptions } from '../../../core/remember/store/store-options.ts'
import type { Owner } from '../../../core/session/owner.ts'
import { openDatabase } from '../../store/sqlite/open-database.ts'
import { defaultBusyTimeout, PatientDatabase } from '../../store/sqlite/patient.ts'
import {
  type Candidate,
  mostBest,
  mostFound,
  mostNewest,
  mostSimilar,
  rankCandidates,
  reach,
  type ScoredKey,
} from '../candidates.ts'
import { MemoryTable } from './memory-table.ts'

/** Store of memories in an SQLite file, which can be closed. */
export interface SqliteMemories extends MemoryStore {
  /** Closes the file. Further calls do nothing. */
  close(): void
}

/**
 * Returns a store of memories in an SQLite file that other users cannot read (mode 0600). SQLite's FTS5 finds
 * candidates by their words. The candidates are then ranked by words and meaning, as in `C.relevant`. Throws an Error
 * if this Node has no SQLite.
 *
 * @example
 * import { sqliteMemories } from 'ctxc/remember/sqlite'
 *
 * const memory = sqliteMemories(':memory:')
 * await memory.add({ app: 'trips', user: 'anna' }, [{ id: '1', text: 'Anna likes night trains.' }])
 * memory.close()
 *
 * @param options - `embed` makes vectors, which are kept in the file; they stand for the built-in vectors of words. TypeErrors name
 *   malformed options.
 * @param path - Path of the file; by default the one that `sqliteStore` uses too. `:memory:` is a database in memory.
 */
export function sqliteMemories(path = '.ctxc/sessions.db', options: MemoryStoreOptions = {}): SqliteMemories {
  if (typeof path !== 'string')
    throw wrongValueError('the path of a file', path, Path.named('sqliteMemories.path'))
  const embedder = embedderOf(options, 'sqliteMemories')
  const database = openDatabase(path, 'full')
  const queries = new PatientDatabase(database, defaultBusyTimeout)
  const nameOf = ({ app }: Owner): string => `the memories of '${app}'`
  const table = new MemoryTable(database)
  return {
    id: 'sqlite',
    async add(owner: Owner, memories: readonly Memory[]) {
      assertMemories(owner, memories)
      const own = memories.map(memory => ({ ...memory }))
      // Without a handler for vectors, adding memories does not wait.
      const vectors = embedder === null ? [] : await embedder.vectorsOf(own.map(({ text }) => text))
      await queries.write(nameOf(owner), () => {
        for (const [at, memory] of own.entries())
          table.set(owner, memory, embedder?.writeVector(vectors[at] ?? null) ?? null)
      })
    },
    async search(owner: Owner, query: MemoryQuery): Promise<readonly FoundMemory[]> {
      assertMemoryQuery(owner, query)
      query.signal?.throwIfAborted()
      const [vector = null] = embedder === null ? [] : await embedder.vectorsOf([query.text], query.signal)
      const likeness = embedder === null || vector === null ? null : { embedder, vector }
      return queries.read(nameOf(owner), () => rankMemories(table, owner, query, likeness))
    },
    async delete(owner: Owner, ids: readonly string[]) {
      assertIds(owner, ids)
      await queries.write(nameOf(owner), () => {
        for (const id of ids) table.delete(owner, id)
      })
    },
    async deleteOwner(owner: Owner) {
      assertMemories(owner, [])
      await queries.write(nameOf(owner), () => table.deleteOwner(owner))
    },
    erase: () => queries.erase(),
    close() {
      if (database.isOpen) database.close()
    },
  }
}

/** Vector of a query, and the handler that reads the vectors of memories. */
interface Likeness {
  readonly embedder: Embedder
  readonly vector: Float32Array
}

/** Returns the keys of the memories whose vectors are most similar to the query's vector. */
function mostSimilarKeys(
  table: MemoryTable,
  owner: Owner,
  { embedder, vector }: Likeness,
  except: string | null,
): readonly number[] {
  const scores: ScoredKey[] = []
  for (const { key, embedding } of table.storedVectors(owner, except)) {
    const own = embedder.readVector(embedding)
    if (own?.length !== vector.length) continue
    scores.push({ key, score: cosine({ query: vector, of: () => own }, key) })
  }
  return mostSimilar(scores)
}

function rankMemories(
  table: MemoryTable,
  owner: Owner,
  query: MemoryQuery,
  likeness: Likeness | null,
): readonly FoundMemory[] {
  const { text, top = usualTop, exceptSession } = query
  const except = exceptSession ?? null
  const most = Math.max(mostFound, top)
  const found = table.keysByWords(owner, text, { most, exceptSession: except })
  const beside = found.slice(0, mostBest).flatMap(key => neighbourKeys(key))
  const like = likeness === null ? [] : mostSimilarKeys(table, owner, likeness, except)
  const all = new Set([...found, ...beside, ...like, ...table.newestKeys(owner, except, mostNewest)])
  const keys = [...all].sort((left, right) => left - right)
  const candidates = keys.flatMap((key): Candidate[] => {
    const kept = table.read(owner, key)
    return kept === null
      ? []
      : [{ key, memory: kept.memory, vector: likeness?.embedder.readVector(kept.embedding) }]
  })
  return rankCandidates(candidates, { text, top, exceptSession, vector: likeness?.vector })
}

const neighbourKeys = (key: number): readonly number[] =>
  Array.from({ length: 2 * reach + 1 }, (_, at) => key - reach + at)
