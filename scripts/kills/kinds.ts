import { basename, join } from 'node:path'
import type { SessionKey } from '../../src/run/store/index.ts'

/** Way in which the processes share sessions. */
interface Kind {
  /** Whether the sessions are in a Postgres server; otherwise in SQLite files. */
  readonly isServer: boolean
  /** Whether a queue of DBOS spreads the sessions. */
  readonly isSpread: boolean
  /** Length of the leases in milliseconds. */
  readonly leaseLength: number
  /** Milliseconds after which a process tries again to reach a server that was down. */
  readonly retryLength: number
}

/** Milliseconds after which another process must work on a session, while a third one starts. */
export const mostWait = 2_000

const onServer: Kind = { isServer: true, isSpread: false, leaseLength: 500, retryLength: 0 }

/** Ways to share sessions, by name. */
export const kinds = {
  sqlite: { ...onServer, isServer: false },
  /** The store acknowledges before it writes, and the checks must fail. */
  lossy: { ...onServer, isServer: false },
  postgres: onServer,
  /** Postgres behind a pooler in transaction mode. */
  pgbouncer: onServer,
  /** Postgres behind a proxy that cuts, delays and halves connections. */
  faulty: { ...onServer, leaseLength: 1_500 },
  /** After a call of a server that is down, DBOS 5.3 waits for 0.5 to 1.5 s, and twice as long the next time. */
  dbos: { ...onServer, isSpread: true, leaseLength: 1_500, retryLength: 3_000 },
} satisfies Readonly<Record<string, Kind>>

export const keyOf = (index: number): SessionKey => ({
  owner: { app: 'kills', user: 'ada' },
  id: `s${index}`,
})

/** Returns the place of the sessions of a batch: a schema of the Postgres server, or a file in the batch's folder. */
export const placeOf = (folder: string): string =>
  process.env.POSTGRES_URL === undefined ? join(folder, 'sessions.db') : `kills_${basename(folder)}`
