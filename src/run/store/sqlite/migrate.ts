import type { DatabaseSync } from './database.ts'
import { applicationId, migrations } from './schema.ts'
import { Transactions } from './transaction.ts'

/**
 * Updates a file to the newest table definitions. Several processes may do this at the same time: the first one does
 * the work. If another program or a later release made the tables, throws an Error and changes nothing.
 */
export function migrate(database: DatabaseSync): void {
  if (isCtxcFile(database) && appliedMigrations(database) === migrations.length) return
  new Transactions(database).write(() => {
    if (!isCtxcFile(database) && !isEmptyDatabase(database))
      throw new Error('it has tables of another program: give the store a file of its own')
    const version = appliedMigrations(database)
    if (version > migrations.length)
      throw new Error(
        `it has tables of version ${version}, and this release knows ${migrations.length}: update ctxc, or pass another path`,
      )
    for (const migration of migrations.slice(version)) database.exec(migration)
    database.exec(`pragma application_id = ${applicationId}; pragma user_version = ${migrations.length}`)
  })
}

const isCtxcFile = (database: DatabaseSync): boolean =>
  readPragmaNumber(database, 'application_id') === applicationId

/** Returns the number of migrations that were applied to a file. */
const appliedMigrations = (database: DatabaseSync): number => readPragmaNumber(database, 'user_version')

const isEmptyDatabase = (database: DatabaseSync): boolean =>
  database.prepare('select 1 from sqlite_schema limit 1').get() === undefined

const readPragmaNumber = (database: DatabaseSync, pragma: string): number =>
  Number(database.prepare(`pragma ${pragma}`).get()?.[pragma])
