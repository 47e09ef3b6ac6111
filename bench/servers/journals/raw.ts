import pg from 'pg'
import type { Kind } from '../journal.ts'
import { eventOf } from './ctxc.ts'

/** Inserts of a bare client: the bodies that ctxc writes, one insert for each event, no check of anything. */
export const raw: Kind = {
  name: 'raw inserts, pg',
  unit: 'pool.query(insert …)',
  async open(connectionString) {
    const pool = new pg.Pool({ connectionString })
    await pool.query(
      'create table event (session bigint, seq integer, body text not null, primary key (session, seq))',
    )
    let sessions = 0
    return {
      async begin() {
        const session = sessions++
        let seq = 0
        return text =>
          pool.query('insert into event (session, seq, body) values ($1, $2, $3)', [
            session,
            seq++,
            JSON.stringify(eventOf(text)),
          ])
      },
    }
  },
}
