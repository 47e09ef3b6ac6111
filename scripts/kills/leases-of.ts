import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** Session that a process leases, and when the lease ends. */
export interface LeaseEnd {
  readonly id: string
  /** End of the lease in milliseconds since 1970. */
  readonly end: number
}

/** Returns the sessions that a process leases at a place, as the database has them. */
export async function leasesOf(place: string, holder: string): Promise<readonly LeaseEnd[]> {
  if (process.env.POSTGRES_SERVER_URL === undefined) {
    const database = new DatabaseSync(place, { readOnly: true, timeout: 5_000 })
    const found = database
      .prepare('select id, until as end from ctxc_lease join ctxc_session on session = key where holder = ?')
      .all(holder)
    database.close()
    return found as unknown as readonly LeaseEnd[]
  }
  const client = new pg.Client(process.env.POSTGRES_SERVER_URL)
  await client.connect()
  const { rows } = await client.query(
    `select convert_from(id, 'UTF8') as id, held_until as "end" from ${place}.session
    where holder = convert_to($1, 'UTF8')`,
    [holder],
  )
  await client.end()
  return rows
}
