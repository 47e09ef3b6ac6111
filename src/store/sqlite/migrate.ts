import type { DatabaseSync } from './database.ts'
import { migrations } from './schema.ts'
import { inTransaction } from './transaction.ts'

/** Brings a file to the newest tables. Several processes may do so at once: the first one does the work. */
export function migrate(database: DatabaseSync): void {
  if (versionOf(database) === migrations.length) return
  inTransaction(database, () => {
    const version = versionOf(database)
    if (version > migrations.length)
      throw new Error(
        `the file has tables of version ${version}, and this release knows ${migrations.length}: update ctxc`,
      )
    for (const migration of migrations.slice(version)) database.exec(migration)
    database.exec(`pragma user_version = ${migrations.length}`)
  })
}

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('pragma user_version').get()?.user_version)
