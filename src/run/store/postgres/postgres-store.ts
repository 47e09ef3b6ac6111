import { trueOrFalse } from '../../../core/form/check.ts'
import { wrongValueError } from '../../../core/form/describe.ts'
import { type OptionsForm, readOptions } from '../../../core/form/options.ts'
import { Path } from '../../../core/form/path.ts'
import type { Store } from '../store.ts'
import { isPg, isPostgresJs, type PgClient, type PostgresJsClient, runnerOf } from './client.ts'
import { Database } from './database.ts'
import { DatabaseStore } from './database-store.ts'
import { checkSchemaName, defaultSchema } from './schema.ts'

/** Options of `postgresStore`. */
export interface PostgresOptions {
  /** Schema of the tables; `ctxc` by default. It is created if it does not exist. */
  readonly schema?: string
  /**
   * Whether the store creates its tables, and migrates those of earlier releases; true by default. If false, run the
   * text of `schema()` in your own migrations.
   */
  readonly migrate?: boolean
}

const form: OptionsForm<PostgresOptions> = { takes: { schema: checkSchemaName, migrate: trueOrFalse } }

/**
 * Returns a store in a Postgres database, over your pool of the package `pg` or your client of the package `postgres`.
 * Any number of processes on any number of machines may share it. Closing the store leaves the client open.
 *
 * The first call creates the tables if they do not exist. It rejects with an Error with advice if the database is not in
 * UTF-8, or if a later release made the tables. Throws a TypeError for malformed options.
 *
 * @example
 * import pg from 'pg'
 * import { postgresStore } from 'ctxc/store/postgres'
 *
 * const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
 * const store = postgresStore(pool) // connects with its first call
 * await store.close()
 */
export function postgresStore(client: PgClient | PostgresJsClient, options: PostgresOptions = {}): Store {
  if (!isPg(client) && !isPostgresJs(client))
    throw wrongValueError(
      'a Pool of the package pg, or a client of the package postgres',
      client,
      Path.named('the client of postgresStore'),
    )
  const { schema = defaultSchema, migrate = true } = readOptions(form, options, 'postgresStore')
  return new DatabaseStore(new Database(runnerOf(client), { schema, migrate }))
}
