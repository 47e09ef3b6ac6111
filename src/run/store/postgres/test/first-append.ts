// A process that creates the tables of a schema at a time, and appends to a session of its own: `first-append.ts SCHEMA TIME`.
import pg from 'pg'
import { postgresStore } from '../index.ts'

const [, , schema = '', time] = process.argv
while (Date.now() < Number(time)) {}
const pool = new pg.Pool({ connectionString: process.env.POSTGRES_URL })
const store = postgresStore(pool, { schema })
const key = { owner: { app: 'test' }, id: String(process.pid) }
console.log(await store.append(key, { expectedRevision: 0, events: [], status: 'idle', time: 1 }))
await pool.end()
