export type { PgClient, PostgresJsClient } from './client.ts'
export { type PostgresOptions, postgresStore } from './postgres-store.ts'
export { schema } from './schema.ts'
