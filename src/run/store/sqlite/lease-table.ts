import type { SessionKey } from '../../../core/session/owner.ts'
import { LeaseError } from '../lease-error.ts'
import type { LeasePause, LeaseTerms, TakeDueTerms } from '../leases.ts'
import { decodeColumnText, encodeColumnText } from './column-text.ts'
import type { DatabaseSync } from './database.ts'
import { type SessionRow, sessionColumns } from './session-table.ts'

/** Column text of no holder, which a pause has. No holder has an empty name. */
const nobody = encodeColumnText('')

interface LeaseRow {
  readonly fence: number
  readonly holder: string
  readonly until: number
}

const queries = (database: DatabaseSync) => ({
  find: database.prepare('select fence, holder, until from ctxc_lease where session = ?'),
  // The replaced row gets a new key, which is the fencing number: it is higher than every earlier one.
  insert: database.prepare('insert or replace into ctxc_lease (session, holder, until) values (?, ?, ?)'),
  renew: database.prepare('update ctxc_lease set until = ? where holder = ?'),
  ofHolder: database.prepare(`select ${sessionColumns}, fence from ctxc_session
    join ctxc_lease on session = key where holder = ?`),
  delete: database.prepare('delete from ctxc_lease where session = ? and fence = ?'),
  endPause: database.prepare('delete from ctxc_lease where session = ? and holder = ?'),
  deleteOf: database.prepare('delete from ctxc_lease where session = ?'),
  // Each half has its own partial index.
  due: database.prepare(`select ${sessionColumns} from (
      select *, due_since as since from ctxc_session where status = 'due'
      union all select *, wake_at from ctxc_session where wake_at is not null and wake_at <= ?1 and status <> 'due'
    ) where (?2 is null or app = ?2)
      and not exists (select 1 from ctxc_lease where session = key and until > ?1)
    order by since, key limit ?3`),
})

/** Table of the leases under which processes run sessions. */
export class LeaseTable {
  private readonly sql: ReturnType<typeof queries>

  constructor(database: DatabaseSync) {
    this.sql = queries(database)
  }

  /** Leases a session, and returns the fencing number; null if another holder has the session. */
  take(session: number, { holder, length, now }: LeaseTerms): number | null {
    const found = this.sql.find.get(session) as LeaseRow | undefined
    const isOwn = found !== undefined && decodeColumnText(found.holder) === holder
    if (found !== undefined && !isOwn && found.holder !== nobody && found.until > now) return null
    if (!isOwn)
      return Number(this.sql.insert.run(session, encodeColumnText(holder), now + length).lastInsertRowid)
    this.sql.renew.run(now + length, encodeColumnText(holder))
    return found.fence
  }

  /** Whether no holder has a session, and whether it has a pause. */
  state(session: number, now: number): { readonly isFree: boolean; readonly isPaused: boolean } {
    const found = this.sql.find.get(session) as LeaseRow | undefined
    if (found === undefined || found.until <= now) return { isFree: true, isPaused: false }
    const isPaused = found.holder === nobody
    return { isFree: isPaused, isPaused }
  }

  /** Returns due sessions without a lease. Those that have waited the longest come first. */
  freeDue({ now, limit = 50, app }: TakeDueTerms): readonly SessionRow[] {
    const ofApp = app === undefined ? null : encodeColumnText(app)
    return this.sql.due.all(now, ofApp, limit) as unknown as readonly SessionRow[]
  }

  /** Renews all leases of a holder, and returns the rows of their sessions with the fencing numbers. */
  renew({ holder, length, now }: LeaseTerms): readonly (SessionRow & { readonly fence: number })[] {
    this.sql.renew.run(now + length, encodeColumnText(holder))
    return this.sql.ofHolder.all(encodeColumnText(holder)) as unknown as readonly (SessionRow & {
      readonly fence: number
    })[]
  }

  release(session: number, fence: number, pause?: LeasePause): void {
    const { changes } = this.sql.delete.run(session, fence)
    if (pause !== undefined && changes !== 0) this.sql.insert.run(session, nobody, pause.now + pause.length)
  }

  /** Ends the pause of a session. */
  endPause(session: number): void {
    this.sql.endPause.run(session, nobody)
  }

  /** Deletes the lease of a session that is deleted. */
  delete(session: number): void {
    this.sql.deleteOf.run(session)
  }

  /** Throws a `LeaseError` if a fencing number is not that of the session's lease. */
  assertHeld(key: SessionKey, session: number | undefined, fence: number | undefined): void {
    if (fence === undefined) return
    const found = session === undefined ? undefined : (this.sql.find.get(session) as LeaseRow | undefined)
    if (found?.fence !== fence) throw new LeaseError(key, fence)
  }
}
