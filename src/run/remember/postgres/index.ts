/** Memories in a Postgres database. */

export type { PgClient, PostgresJsClient } from '../../store/postgres/client.ts'
export { type PostgresMemoriesOptions, postgresMemories } from './postgres-memories.ts'
