import type { RunStatement } from './client.ts'
import { repeatLostRaces } from './lost-race.ts'
import { inSchema, newestVersion, schema as schemaText } from './schema.ts'

/** Preparation of a database for a store. */
export interface Preparation {
  /** Function that made the store, for messages. */
  readonly caller: string
  readonly schema: string
  /** Whether to create or migrate tables. */
  readonly migrate: boolean
}

/**
 * Checks that a database can keep texts, and creates or migrates its tables. Several processes may do this at the
 * same time. Throws an Error with advice for another encoding, and for tables of a later release.
 */
export async function prepareDatabase(run: RunStatement, preparation: Preparation): Promise<void> {
  const { caller, schema, migrate } = preparation
  const version = await tableVersion(run, preparation)
  if (version === newestVersion) return
  if (version > newestVersion)
    throw new Error(
      `${caller} cannot use the schema '${schema}': it has tables of version ${version}, and this release knows ${newestVersion}: update ctxc, or pass another schema`,
    )
  if (!migrate)
    throw new Error(
      `${caller} cannot use the schema '${schema}': ${version === 0 ? 'it has no tables' : `it has tables of version ${version}, and this release needs ${newestVersion}`}: run the text of schema('${schema}') in your migrations, or leave out migrate: false`,
    )
  try {
    await repeatLostRaces(() => run(schemaText(schema), []))
  } catch (error) {
    // If transactions see one snapshot, only the first process succeeds.
    if ((await tableVersion(run, preparation)) !== newestVersion) throw error
  }
}

/** Returns the version of a schema's tables; 0 if it has none. Throws an Error if the encoding is not UTF-8. */
async function tableVersion(run: RunStatement, { caller, schema }: Preparation): Promise<number> {
  const [found] = await run(
    inSchema(`select current_setting('server_encoding'), to_regclass('S.version')::text`, schema),
    [],
  )
  const [encoding, table] = found ?? []
  if (encoding !== 'UTF8')
    throw new Error(
      `${caller} needs a database in UTF8, got ${encoding}: create one with "create database NAME encoding 'UTF8' locale 'C' template template0", or initialize the server with --encoding=UTF8`,
    )
  if (table === null) return 0
  const [row] = await run(inSchema('select version::text from S.version', schema), [])
  return Number(row?.[0])
}
