/** Memories in an SQLite file. */

export { type SqliteMemories, sqliteMemories } from './sqlite-memories.ts'
