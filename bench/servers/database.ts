import { readFileSync } from 'node:fs'
import pg from 'pg'

/** Looks at the database that a journal writes to, over a connection of its own. */
export class Database {
  private readonly client: pg.Client

  private constructor(client: pg.Client) {
    this.client = client
  }

  static async open(connectionString: string): Promise<Database> {
    const client = new pg.Client({ connectionString })
    await client.connect()
    return new Database(client)
  }

  /** Returns the bytes of all tables, with their indexes. */
  async bytes(): Promise<number> {
    const { rows } = await this.client.query(
      `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
       where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
    )
    return rows[0].bytes ?? 0
  }

  /** Returns the milliseconds of processor time that the connections of the journal have taken in the server; NaN where /proc is missing. */
  async processor(): Promise<number> {
    const { rows } = await this.client.query(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rows.reduce((sum, { pid }) => sum + ticksOf(pid) * 10, 0)
  }
}

/** Returns the hundredths of a second that a process has used. */
function ticksOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return Number.NaN
  }
}
