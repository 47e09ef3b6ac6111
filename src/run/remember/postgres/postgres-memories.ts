import { embedHandler } from '../../../core/effect/assert-effects.ts'
import { assertFunction, trueOrFalse } from '../../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../../core/form/options.ts'
import { Embedder } from '../../../core/remember/store/embedder.ts'
import type { MemoryStore } from '../../../core/remember/store/memory-store.ts'
import type { MemoryStoreOptions } from '../../../core/remember/store/store-options.ts'
import { assertClient, type PgClient, type PostgresJsClient, runnerOf } from '../../store/postgres/client.ts'
import { Database } from '../../store/postgres/database.ts'
import { checkSchemaName, defaultSchema } from '../../store/postgres/schema.ts'
import { DatabaseMemories } from './database-memories.ts'
import { memoryStatementsOf } from './memory-statements.ts'
import { VectorSearch } from './vector-search.ts'

/** Options of `postgresMemories`. */
export interface PostgresMemoriesOptions extends MemoryStoreOptions {
  /** Schema of the tables; `ctxc` by default, as for `postgresStore`. It is created if it does not exist. */
  readonly schema?: string
  /**
   * Whether the store creates its tables, and migrates those of earlier releases; true by default. If false, run the
   * text of `schema()` of `ctxc/store/postgres` in your own migrations: it has the tables of both stores.
   */
  readonly migrate?: boolean
  /**
   * Called with an Error with advice if the database has not the extension `vector`, at the first search with `embed`.
   * The store never creates the extension. Without it, vectors are compared by plain SQL, which is slower.
   */
  readonly onMissingExtension?: (error: Error) => void
}

const form: OptionsForm<PostgresMemoriesOptions> = {
  takes: {
    embed: embedHandler,
    schema: checkSchemaName,
    migrate: trueOrFalse,
    onMissingExtension: assertFunction,
  },
}

/**
 * Returns a store of memories in a Postgres database, over your pool of the package `pg` or your client of the package
 * `postgres`, which stays yours. An index of words finds candidates, and the extension pgvector compares vectors if it is
 * there. The candidates are then ranked by words and meaning, as in `C.relevant`.
 *
 * The first call creates the tables if they do not exist, in the schema of `postgresStore`. It rejects with an Error with
 * advice if the database is not in UTF-8, or if a later release made the tables. Throws a TypeError for malformed options.
 *
 * @example
 * import pg from 'pg'
 * import { postgresMemories } from 'ctxc/remember/postgres'
 *
 * const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
 * const memory = postgresMemories(pool) // connects with its first call
 * console.log(memory.id) // postgres
 */
export function postgresMemories(
  client: PgClient | PostgresJsClient,
  options: PostgresMemoriesOptions = {},
): MemoryStore {
  assertClient(client, 'postgresMemories')
  const {
    embed,
    schema = defaultSchema,
    migrate = true,
    onMissingExtension = () => {},
  } = readOptions(form, options, 'postgresMemories')
  const database = new Database(
    runnerOf(client),
    { caller: 'postgresMemories', schema, migrate },
    memoryStatementsOf(schema),
  )
  const embedder = embed === undefined ? null : new Embedder(embed)
  return new DatabaseMemories(database, embedder, new VectorSearch(database, schema, onMissingExtension))
}
