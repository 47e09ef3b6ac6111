/** Memories in an SQLite file. */

export { type SqliteMemoriesOptions, sqliteMemories } from './sqlite-memories.ts'
