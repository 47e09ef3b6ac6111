export type { Synchronous } from './database.ts'
export { type SqliteOptions, sqliteStore } from './sqlite-store.ts'
