import type { DatabaseSync } from './database.ts'
import { applicationId, migrations } from './schema.ts'
import { Transactions } from './transaction.ts'

/**
 * Brings a file to the newest tables. Several processes may do so at once: the first one does the work. Throws an Error
 * for tables of another program or of a later release, and changes nothing then.
 */
export function migrate(database: DatabaseSync): void {
  if (versionOf(database) === migrations.length) return
  new Transactions(database).write(() => {
    for (const migration of migrations.slice(versionOf(database))) database.exec(migration)
    database.exec(`pragma application_id = ${applicationId}; pragma user_version = ${migrations.length}`)
  })
}

/** Returns the number of migrations that a file has. */
function versionOf(database: DatabaseSync): number {
  const version = numberOf(database, 'user_version')
  if (numberOf(database, 'application_id') !== applicationId) {
    if (database.prepare('select 1 from sqlite_schema limit 1').get() === undefined) return 0
    throw new Error('it has tables of another program: give the store a file of its own')
  }
  if (version > migrations.length)
    throw new Error(
      `it has tables of version ${version}, and this release knows ${migrations.length}: update ctxc, or pass another path`,
    )
  return version
}

const numberOf = (database: DatabaseSync, pragma: string): number =>
  Number(database.prepare(`pragma ${pragma}`).get()?.[pragma])
