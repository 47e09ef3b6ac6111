import pg from 'pg'
import postgres from 'postgres'
import type { Store } from '../../store.ts'
import { runnerOf } from '../client.ts'
import { type PostgresOptions, postgresStore } from '../index.ts'

export const url = process.env.POSTGRES_URL ?? ''

/** Address of the server itself, if the other one is that of a pooler. */
export const serverUrl = process.env.POSTGRES_SERVER_URL ?? ''

/** Number of schemas that this process has named. */
let named = 0

/** Returns the name of a schema that no other test uses. */
export const ownSchema = (): string => `test_${process.pid}_${named++}`

/** Clients of both packages, by name. */
export const clients = {
  pg: (at = url) => {
    const pool = new pg.Pool({ connectionString: at, max: 8 })
    return { client: pool, end: () => pool.end() }
  },
  postgres: (at = url) => {
    const sql = postgres(at, { max: 8, onnotice: () => {}, backoff: () => 0.05 })
    return { client: sql, end: () => sql.end({ timeout: 1 }) }
  },
}

/**
 * Returns a store with the relay of another one that reaches the server itself, because a pooler delivers no
 * notifications. Closing the store closes both.
 */
function withDirectRelay(store: Store, options: PostgresOptions): Store {
  const { client, end } = clients.pg(serverUrl)
  const listening = postgresStore(client, { ...options, listen: true })
  const close = async (): Promise<void> => {
    await Promise.all([store.close(), listening.close()])
    await end()
  }
  return Object.create(store, { relay: { value: listening.relay }, close: { value: close } })
}

/** Returns a maker of stores over one client, each in a schema of its own, and a function that ends the client. */
export function storeMaker(name: keyof typeof clients, options: PostgresOptions = {}) {
  const { client, end } = clients[name]()
  const run = runnerOf(client)
  const made = new WeakMap<Store, PostgresOptions & { readonly schema: string }>()
  /** Schemas of stores that tests use, and empty ones for the next tests. */
  const schemas: Record<'used' | 'empty', string[]> = { used: [], empty: [] }
  const emptySchema = (): string => {
    const schema = schemas.empty.pop() ?? ownSchema()
    schemas.used.push(schema)
    return schema
  }
  const open = (given: PostgresOptions & { readonly schema: string }): Store => {
    const isApart = given.listen === true && url !== serverUrl
    const own = postgresStore(client, { ...given, ...(isApart && { listen: false }) })
    const store = isApart ? withDirectRelay(own, given) : own
    made.set(store, given)
    return store
  }
  const optionsOf = (store: Store) => made.get(store) as PostgresOptions & { readonly schema: string }
  return {
    maker: {
      make: (more: PostgresOptions = {}) => open({ ...options, ...more, schema: emptySchema() }),
      again: (store: Store) => open(optionsOf(store)),
    },
    /** Ends all leases of a store, as if their time were over. */
    endLeases: async (store: Store): Promise<void> => {
      await store.leases?.renew({ holder: 'nobody', length: 1, now: 0 }) // creates the tables
      await run(`update ${optionsOf(store).schema}.session set held_until = 0`, [])
    },
    /** Empties all stores for the next ones, because new tables take longer than a test. */
    empty: async (): Promise<void> => {
      for (const schema of schemas.used.splice(0)) {
        await run(deletionOf(schema), [])
        schemas.empty.push(schema)
      }
    },
    end,
  }
}

/** Returns SQL that deletes all rows of a schema. */
const deletionOf = (schema: string): string => `
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = '${schema}' and tablename <> 'version' loop
      execute format('delete from ${schema}.%I', name);
    end loop;
  end $$`
