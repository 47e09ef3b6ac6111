import type { Owner, SessionKey } from '../../../core/session/owner.ts'
import type { SessionInfo, SessionStatus } from '../store.ts'
import { decodeColumnText, encodeColumnText } from './column-text.ts'
import type { DatabaseSync } from './database.ts'

/** Row of a session in the table. */
export interface SessionRow {
  readonly key: number
  readonly app: string
  readonly user: string
  readonly id: string
  readonly revision: number
  readonly status: SessionStatus
  readonly wake_at: number | null
  readonly created: number
  readonly updated: number
  readonly parent_id: string | null
  readonly parent_revision: number | null
}

/** Row of an owner: the number of its sessions, and the time of the last append to one of them. */
export interface OwnerRow extends Pick<SessionRow, 'app' | 'user' | 'updated'> {
  readonly sessions: number
}

/** Columns that every append changes. */
export interface SessionChange {
  readonly revision: number
  readonly status: SessionStatus
  readonly wakeAt: number | null
  readonly time: number
}

/** Columns that are only set when a session is created. */
export interface SessionOrigin {
  readonly state: string
  readonly parent: SessionInfo['parent']
}

/** Position in a list, after which a page begins. */
interface Place {
  readonly time: number
  readonly id: string
}

/** Columns to read, except the state, which may be long. */
export const sessionColumns =
  'key, app, user, id, revision, status, wake_at, created, updated, parent_id, parent_revision'

const queries = (database: DatabaseSync) => ({
  find: database.prepare(`select ${sessionColumns} from ctxc_session where app = ? and user = ? and id = ?`),
  state: database.prepare('select state from ctxc_session where key = ?'),
  insert: database.prepare(`insert into ctxc_session
    (app, user, id, revision, status, wake_at, created, updated, state, parent_id, parent_revision, due_since)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
  // A session that was due keeps its time, so that another message does not cost it its place.
  update: database.prepare(`update ctxc_session set revision = ?1, status = ?2, wake_at = ?3, updated = ?4,
    due_since = case when ?2 <> 'due' then null else coalesce(due_since, ?4) end where key = ?5`),
  delete: database.prepare('delete from ctxc_session where key = ?'),
  keys: database.prepare('select key from ctxc_session where app = ? and user = ?'),
  owners: database.prepare(`select app, user, count(*) as sessions, max(updated) as updated from ctxc_session
    where (app, user) > (?, ?) group by app, user order by app, user limit ?`),
  list: database.prepare(`select ${sessionColumns} from ctxc_session
    where app = ? and user = ? and (? is null or status = ?) and updated <= ? and (updated < ? or id > ?)
    order by updated desc, id limit ?`),
  // Each half has its own partial index. The + prevents use of the key's index, which would scan all sessions.
  due: database.prepare(`select ${sessionColumns} from ctxc_session where key in (
      select key from ctxc_session where status = 'due' and key > ?1
      union select key from ctxc_session where wake_at is not null and wake_at <= ?2 and +key > ?1
      order by 1 limit ?3
    ) order by key`),
})

/** Table of sessions. */
export class SessionTable {
  private readonly sql: ReturnType<typeof queries>

  constructor(database: DatabaseSync) {
    this.sql = queries(database)
  }

  /** Returns the row of a session; undefined if the owner has no such session. */
  find({ owner, id }: SessionKey): SessionRow | undefined {
    return this.sql.find.get(...ownerColumns(owner), encodeColumnText(id)) as SessionRow | undefined
  }

  /** Returns the initial state of a session, as JSON text. */
  initialStateOf(key: number): string {
    return String(this.sql.state.get(key)?.state)
  }

  /** Adds a session, and returns the key of its row. */
  create({ owner, id }: SessionKey, change: SessionChange, { state, parent }: SessionOrigin): number {
    const { revision, status, wakeAt, time } = change
    const origin = [state, parent === null ? null : encodeColumnText(parent.id), parent?.revision ?? null]
    const row = [
      ...ownerColumns(owner),
      encodeColumnText(id),
      revision,
      status,
      wakeAt,
      time,
      time,
      ...origin,
      status === 'due' ? time : null,
    ]
    return Number(this.sql.insert.run(...row).lastInsertRowid)
  }

  update(key: number, { revision, status, wakeAt, time }: SessionChange): void {
    this.sql.update.run(revision, status, wakeAt, time, key)
  }

  delete(key: number): void {
    this.sql.delete.run(key)
  }

  /** Returns the keys of all sessions of an owner. */
  keysOf(owner: Owner): readonly number[] {
    return this.sql.keys.all(...ownerColumns(owner)).map(({ key }) => Number(key))
  }

  /** Returns sessions of an owner, most recently changed first. Begins after a position in the list. */
  list(owner: Owner, status: SessionStatus | null, { time, id }: Place, limit: number) {
    const rows = this.sql.list.all(
      ...ownerColumns(owner),
      status,
      status,
      time,
      time,
      encodeColumnText(id),
      limit,
    )
    return rows as unknown as readonly SessionRow[]
  }

  /** Returns the owners after a given one, in the order of their columns. */
  owners(after: Owner | null, limit: number): readonly OwnerRow[] {
    const columns = after === null ? ['', ''] : ownerColumns(after)
    return this.sql.owners.all(...columns, limit) as unknown as readonly OwnerRow[]
  }

  /** Returns sessions of all owners that a runner must run or check, ordered by row key. */
  due(now: number, after: number, limit: number): readonly SessionRow[] {
    return this.sql.due.all(after, now, limit) as unknown as readonly SessionRow[]
  }
}

/** Returns the owner that a row names. */
export const ownerOfRow = ({ app, user }: Pick<SessionRow, 'app' | 'user'>): Owner => ({
  app: decodeColumnText(app),
  ...(user !== '' && { user: decodeColumnText(user) }),
})

/** Returns the owner and the id of a session, from its row. */
export const sessionKeyOfRow = (row: SessionRow): SessionKey => ({
  owner: ownerOfRow(row),
  id: decodeColumnText(row.id),
})

/** Returns the facts about a session, from its row. */
export const sessionInfoOfRow = (row: SessionRow): SessionInfo => ({
  id: decodeColumnText(row.id),
  revision: row.revision,
  status: row.status,
  wakeAt: row.wake_at,
  created: row.created,
  updated: row.updated,
  parent:
    row.parent_id === null
      ? null
      : { id: decodeColumnText(row.parent_id), revision: row.parent_revision ?? row.revision },
})

/** Returns the columns for an owner. The user is empty if the owner has none. */
export const ownerColumns = ({ app, user = '' }: Owner): readonly [string, string] => [
  encodeColumnText(app),
  encodeColumnText(user),
]
