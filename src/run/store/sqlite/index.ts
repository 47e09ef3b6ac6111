export { DamagedError, LockedError } from './file-error.ts'
export type { Synchronous } from './open-database.ts'
export { type SqliteOptions, sqliteStore } from './sqlite-store.ts'
