import type { PgClient, PostgresJsClient } from '../client.ts'
import { isPostgresJs } from '../client.ts'

/** Functions that get what a connection hears. */
export interface Listener {
  /** Called when the connection begins to listen. */
  readonly onListening: () => void
  readonly onNotification: (text: string) => void
  /** Called when the connection is lost. */
  readonly onEnd: () => void
}

/** Listens to a channel. Resolves to a function that ends it. */
export type Listen = (channel: string, listener: Listener) => Promise<() => Promise<void>>

/** Connection that a pool of `pg` lends. */
interface LentConnection {
  query(text: string): Promise<unknown>
  on(event: 'notification', listener: (message: { readonly payload?: string | undefined }) => void): unknown
  on(event: 'error' | 'end', listener: () => void): unknown
  release(isBroken: boolean): void
}

/** Pool of `pg`, as far as listening needs it. */
interface LendingPool {
  connect(): Promise<LentConnection>
}

/**
 * Whether a client can lend a connection to listen: a pool of `pg` with more than one connection. A client of `postgres`
 * cannot: if the connection is lost while it begins to listen again, it stays silent without an error.
 */
export function canListen(client: PgClient | PostgresJsClient): boolean {
  if (isPostgresJs(client)) return false
  const { totalCount, options } = client as {
    readonly totalCount?: unknown
    readonly options?: { max?: unknown }
  }
  return typeof totalCount === 'number' && options?.max !== 1
}

/** Returns a function that listens with a pool of `pg`. The connection is not used for anything else. */
export const listenWith =
  (client: PgClient | PostgresJsClient): Listen =>
  (channel, listener) =>
    listenWithPool(client as never as LendingPool, channel, listener)

async function listenWithPool(
  pool: LendingPool,
  channel: string,
  { onListening, onNotification, onEnd }: Listener,
): Promise<() => Promise<void>> {
  const connection = await pool.connect()
  let isOver = false
  // A connection with a listener that ended must not go back to the pool: it would still hear the channel.
  const end = (): void => {
    if (isOver) return
    isOver = true
    connection.release(true)
  }
  const lose = (): void => {
    if (isOver) return
    end()
    onEnd()
  }
  connection.on('error', lose)
  connection.on('end', lose)
  connection.on('notification', ({ payload }) => {
    if (!isOver) onNotification(payload ?? '')
  })
  try {
    // The name of a channel cannot be a parameter. It has letters, digits and `_` only.
    await connection.query(`listen ${channel}`)
  } catch (error) {
    end()
    throw error
  }
  onListening()
  return async () => end()
}
