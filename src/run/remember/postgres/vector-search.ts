import type { Parameters } from '../../store/postgres/client.ts'
import type { Database } from '../../store/postgres/database.ts'
import { repeatLostRaces } from '../../store/postgres/lost-race.ts'
import type { ScoredKey } from '../candidates.ts'
import { type NamedVector, vectorText } from './memory-rows.ts'
import { likenessStatement, type MemoryStatement } from './memory-statements.ts'

/** Likeness of an owner's memories and a query. */
export interface Likeness {
  /** Scores of the memories that are searched. */
  readonly searched: readonly ScoredKey[]
  /** Vectors of two numbers, which are as similar to the vector `query` as the memories' own ones to the query's own. */
  readonly vectors: ReadonlyMap<number, Float32Array>
  readonly query: Float32Array
}

/** Maximum number of numbers in a vector of pgvector. */
const mostNumbers = 16_000

/** Compares vectors in the database, by the extension pgvector if it is there. */
export class VectorSearch {
  private readonly database: Database<MemoryStatement>
  private readonly schema: string
  private readonly onMissingExtension: (error: Error) => void
  private extension: Promise<string | null> | undefined
  private isReported = false

  constructor(
    database: Database<MemoryStatement>,
    schema: string,
    onMissingExtension: (error: Error) => void,
  ) {
    this.database = database
    this.schema = schema
    this.onMissingExtension = onMissingExtension
  }

  /** Returns the likeness of an owner's memories and a query. The vectors stay in the database. */
  async likenessOf(
    owner: Parameters,
    { embedder, vector }: NamedVector,
    except: string | null,
  ): Promise<Likeness> {
    const extension = await this.foundExtension()
    const usable = vector.length > mostNumbers ? null : extension
    const text = likenessStatement(this.schema, usable)
    const values = [...owner, embedder, vectorText(vector), except]
    const rows = await repeatLostRaces(() => this.database.runText(text, values)).catch(error => {
      this.extension = undefined // the next search looks again: the extension may be elsewhere
      throw error
    })
    const scores = rows.map(([key, score, searched]) => ({
      ...{ key: Number(key), score: Number(score) },
      isSearched: searched !== null,
    }))
    return {
      searched: scores.filter(({ isSearched }) => isSearched),
      vectors: new Map(
        scores.map(({ key, score }) => [key, Float32Array.of(score, Math.sqrt(Math.max(0, 1 - score ** 2)))]),
      ),
      query: Float32Array.of(1, 0),
    }
  }

  private foundExtension(): Promise<string | null> {
    this.extension ??= this.findExtension().catch(error => {
      this.extension = undefined
      throw error
    })
    return this.extension
  }

  /** Returns the schema of the extension; null if it is not there. */
  private async findExtension(): Promise<string | null> {
    const [[schema = null, available = null] = []] = await this.database.run('extension', [])
    if (schema === null && !this.isReported) {
      this.isReported = true
      this.onMissingExtension(
        new Error(
          `postgresMemories found no extension pgvector that it may use, and compares vectors without it, which is slower: ${available === null ? 'install pgvector on the server, and then ' : ''}run "create extension vector" in this database as a role that may do so`,
        ),
      )
    }
    return schema
  }
}
