import type { DatabaseSync } from './database.ts'
import { applicationId, migrations } from './schema.ts'
import { Transactions } from './transaction.ts'

/**
 * Updates a file to the newest tables. Several processes may do so at once: the first one does the work. Throws an
 * Error, and changes nothing, for tables of another program or a later release.
 */
export function migrate(database: DatabaseSync): void {
  if (isOurs(database) && versionOf(database) === migrations.length) return
  new Transactions(database).write(() => {
    if (!isOurs(database) && !isEmpty(database))
      throw new Error('it has tables of another program: give the store a file of its own')
    const version = versionOf(database)
    if (version > migrations.length)
      throw new Error(
        `it has tables of version ${version}, and this release knows ${migrations.length}: update ctxc, or pass another path`,
      )
    for (const migration of migrations.slice(version)) database.exec(migration)
    database.exec(`pragma application_id = ${applicationId}; pragma user_version = ${migrations.length}`)
  })
}

const isOurs = (database: DatabaseSync): boolean => numberOf(database, 'application_id') === applicationId

/** Returns the number of migrations that a file has. */
const versionOf = (database: DatabaseSync): number => numberOf(database, 'user_version')

const isEmpty = (database: DatabaseSync): boolean =>
  database.prepare('select 1 from sqlite_schema limit 1').get() === undefined

const numberOf = (database: DatabaseSync, pragma: string): number =>
  Number(database.prepare(`pragma ${pragma}`).get()?.[pragma])
