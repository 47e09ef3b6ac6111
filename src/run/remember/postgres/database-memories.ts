import { assertIds, assertMemories, assertMemoryQuery } from '../../../core/remember/store/assert-memory.ts'
import type { Embedder } from '../../../core/remember/store/embedder.ts'
import type {
  FoundMemory,
  Memory,
  MemoryQuery,
  MemoryStore,
} from '../../../core/remember/store/memory-store.ts'
import { usualTop } from '../../../core/remember/store/rank-memories.ts'
import type { Owner } from '../../../core/session/owner.ts'
import { codeOf, isRaceError } from '../../store/postgres/client.ts'
import { type Database, deletedRowsStay } from '../../store/postgres/database.ts'
import { nameToHex } from '../../store/postgres/key-bytes.ts'
import { repeatLostRaces } from '../../store/postgres/lost-race.ts'
import { ownerParameters } from '../../store/postgres/rows.ts'
import { mostFound, mostSimilar, rankCandidates, stemsOfQuery } from '../candidates.ts'
import { memoriesText } from './memory-rows.ts'
import type { MemoryStatement } from './memory-statements.ts'
import type { VectorSearch } from './vector-search.ts'

/** Code of Postgres for a row without a number. */
const missingNumber = '23502'

/** Memories in a Postgres database. */
export class DatabaseMemories implements MemoryStore {
  readonly id = 'postgres'
  private readonly database: Database<MemoryStatement>
  private readonly embedder: Embedder | null
  private readonly vectors: VectorSearch

  constructor(database: Database<MemoryStatement>, embedder: Embedder | null, vectors: VectorSearch) {
    this.database = database
    this.embedder = embedder
    this.vectors = vectors
  }

  async add(owner: Owner, memories: readonly Memory[]): Promise<void> {
    assertMemories(owner, memories)
    const parameters = ownerParameters(owner)
    if (memories.length === 0) return
    const own = memories.map(memory => ({ ...memory }))
    const { embedder } = this
    const vectors = embedder === null ? [] : await embedder.vectorsOf(own.map(({ text }) => text))
    const text = memoriesText(own, place => {
      const vector = vectors[place] ?? null
      return embedder === null || vector === null ? null : { embedder: embedder.name, vector }
    })
    await repeatLostRaces(
      () => this.database.runOnce('add', [...parameters, text]),
      // The owner was deleted meanwhile: the memories that the statement had seen have no numbers any more.
      error => isRaceError(error) || codeOf(error) === missingNumber,
    )
  }

  async search(owner: Owner, query: MemoryQuery): Promise<readonly FoundMemory[]> {
    assertMemoryQuery(owner, query)
    const parameters = ownerParameters(owner)
    query.signal?.throwIfAborted()
    const { text, top = usualTop, exceptSession } = query
    const except = exceptSession === undefined ? null : nameToHex(exceptSession)
    const [vector = null] = this.embedder === null ? [] : await this.embedder.vectorsOf([text], query.signal)
    const likeness =
      this.embedder === null || vector === null
        ? null
        : await this.vectors.likenessOf(parameters, { embedder: this.embedder.name, vector }, except)
    query.signal?.throwIfAborted()
    const rows = await this.database.run('search', [
      ...parameters,
      JSON.stringify(stemsOfQuery(text)),
      except,
      `${Math.max(mostFound, top)}`,
      JSON.stringify(mostSimilar(likeness?.searched ?? [])),
    ])
    const candidates = rows.map(([seq, body]) => {
      const key = Number(seq)
      return { key, memory: JSON.parse(body as string) as Memory, vector: likeness?.vectors.get(key) }
    })
    return rankCandidates(candidates, { text, top, exceptSession, vector: likeness?.query })
  }

  async delete(owner: Owner, ids: readonly string[]): Promise<void> {
    assertIds(owner, ids)
    await this.database.run('delete', [...ownerParameters(owner), JSON.stringify(ids.map(nameToHex))])
  }

  async deleteOwner(owner: Owner): Promise<void> {
    assertMemories(owner, [])
    await this.database.run('deleteOwner', ownerParameters(owner))
  }

  async erase(): Promise<string> {
    return deletedRowsStay
  }
}
