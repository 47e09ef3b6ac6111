import type { NewEvent } from 'ctxc/store'
import pg from 'pg'
import postgres from 'postgres'
import { importPeer } from '../../library/import-peer.ts'
import type { Kind } from '../journal.ts'

/** An event as a runner stores it. */
export const eventOf = (text: string) => ({
  author: 'user',
  time: Date.now(),
  parts: [{ kind: 'text', text }] as const,
})

const built = new URL('../../../dist/store/postgres.js', import.meta.url).href

const kindOf = (name: string, clientOf: (url: string) => object): Kind => ({
  name: `ctxc, ${name}`,
  unit: 'store.append of one event',
  async open(url) {
    const { postgresStore }: typeof import('ctxc/store/postgres') = await importPeer(built)
    const store = postgresStore(clientOf(url) as pg.Pool)
    await store.list({ app: 'bench' }) // creates the tables
    return {
      async begin(id) {
        const key = { owner: { app: 'bench', user: 'ada' }, id }
        let expectedRevision = 0
        return async text => {
          const events = [eventOf(text) as unknown as NewEvent]
          expectedRevision = await store.append(key, {
            expectedRevision,
            events,
            status: 'due',
            time: Date.now(),
          })
        }
      },
    }
  },
})

export const ctxc: readonly Kind[] = [
  kindOf('pg', connectionString => new pg.Pool({ connectionString })),
  kindOf('postgres', url => postgres(url, { onnotice: () => {} })),
]
