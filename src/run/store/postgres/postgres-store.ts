import { assertFunction, trueOrFalse } from '../../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../../core/form/options.ts'
import { Path } from '../../../core/form/path.ts'
import { assertClient, type PgClient, type PostgresJsClient, runnerOf } from './client.ts'
import { Database } from './database.ts'
import { DatabaseStore, type PostgresStore } from './database-store.ts'
import { DatabaseRelay } from './relay/database-relay.ts'
import { canListen, listenWith } from './relay/listen.ts'
import { checkSchemaName, defaultSchema } from './schema.ts'
import { statementsOf } from './statements.ts'

/** Options of `postgresStore`. */
export interface PostgresOptions {
  /** Schema of the tables; `ctxc` by default. It is created if it does not exist. */
  readonly schema?: string
  /**
   * Whether the store creates its tables, and migrates those of earlier releases; true by default. If false, run the
   * text of `schema()` in your own migrations.
   */
  readonly migrate?: boolean
  /**
   * Whether processes send each other the parts of unfinished answers by the notifications of Postgres (`LISTEN` and
   * `NOTIFY`); false by default. It needs a pool of `pg`, of which the store keeps a connection while it runs or follows
   * sessions.
   */
  readonly listen?: boolean
  /**
   * Called if the database delivers no notifications, as behind a pooler in transaction mode. Then followers in other
   * processes see only what is stored.
   */
  readonly onListenError?: (error: Error) => void
}

const form: OptionsForm<PostgresOptions> = {
  takes: {
    schema: checkSchemaName,
    migrate: trueOrFalse,
    listen: trueOrFalse,
    onListenError: assertFunction,
  },
}

/**
 * Returns a store in a Postgres database, over your pool of the package `pg` or your client of the package `postgres`.
 * Any number of processes on any number of machines may share it. Closing the store leaves the client open: with
 * `listen`, close the store before you end a pool.
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
export function postgresStore(
  client: PgClient | PostgresJsClient,
  options: PostgresOptions = {},
): PostgresStore {
  assertClient(client, 'postgresStore')
  const given = readOptions(form, options, 'postgresStore')
  const { schema = defaultSchema, migrate = true, listen = false, onListenError = () => {} } = given
  const run = runnerOf(client)
  const database = new Database(run, { caller: 'postgresStore', schema, migrate }, statementsOf(schema))
  if (!listen) return new DatabaseStore(database)
  if (!canListen(client))
    throw Path.options('postgresStore')
      .in('listen')
      .wrong('needs a Pool of the package pg with at least 2 connections')
  const relay = new DatabaseRelay({
    ...{ run, listen: listenWith(client), schema },
    ...{ process: crypto.randomUUID(), onError: onListenError },
  })
  return new DatabaseStore(database, relay)
}
