import type { DatabaseSync } from 'node:sqlite'

export type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Strength of a commit: `full` survives a power cut, `normal` may lose the last commits then, but never corrupts. */
export type Synchronous = 'full' | 'normal'

/** Milliseconds that a write waits for another process's. */
const busyTimeout = 5_000

/** Opens a file with the settings of a store. */
export function openDatabase(path: string, synchronous: Synchronous): DatabaseSync {
  const database = openFile(path)
  database.exec(`
    pragma busy_timeout = ${busyTimeout};
    pragma journal_mode = wal;
    pragma synchronous = ${synchronous};
    pragma foreign_keys = on;
  `)
  return database
}

/** Opens a file, made with mode 0600 if it is new. Throws an error that names the way out if this Node has no SQLite. */
export function openFile(path: string): DatabaseSync {
  const sqlite = builtin<typeof import('node:sqlite')>('node:sqlite')
  if (sqlite === undefined)
    throw new Error(
      `sqliteStore needs Node 22.13 or later, this is ${process.version}: update Node, or use memoryStore of ctxc/store`,
    )
  if (path !== ':memory:') makePrivate(path)
  return new sqlite.DatabaseSync(path)
}

/** Returns a built-in module without an import, which would break bundles for other platforms. */
const builtin = <Module>(name: string): Module | undefined =>
  process.getBuiltinModule?.(name) as Module | undefined

/** Makes the file and its folder, readable by nobody else, before SQLite does. */
function makePrivate(path: string): void {
  const fs = builtin<typeof import('node:fs')>('node:fs')
  const { dirname } = builtin<typeof import('node:path')>('node:path') ?? { dirname: () => '.' }
  fs?.mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = fs?.openSync(path, 'a', 0o600)
  if (file !== undefined) fs?.closeSync(file)
}
