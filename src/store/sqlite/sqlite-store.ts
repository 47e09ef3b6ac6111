import type { JsonObject, JsonValue } from '../../ir/json.ts'
import type { Trust } from '../../ir/trust.ts'
import { digest } from '../../text/digest.ts'
import { assertKeys } from '../../validate/check.ts'
import { describe } from '../../validate/describe.ts'
import { Path } from '../../validate/path.ts'
import { assertAppend, assertFork, assertPlace, limitOf } from '../assert-write.ts'
import { ConflictError } from '../conflict-error.ts'
import { cursorText, readCursor } from '../cursor.ts'
import { eventOf, eventText } from '../event-text.ts'
import { assertOwner, assertSessionKey, type Owner, type SessionKey } from '../owner.ts'
import type {
  Append,
  Claim,
  DueOptions,
  ForkOptions,
  ListOptions,
  NewEvent,
  Page,
  ReadOptions,
  ScopedValue,
  ScopedWrite,
  SessionInfo,
  SessionRecord,
  SessionStatus,
  Store,
  StoredEvent,
} from '../store.ts'
import { claimBeside } from './claim.ts'
import { type DatabaseSync, openDatabase, type Synchronous } from './database.ts'
import { migrate } from './migrate.ts'
import { type Statements, statementsOf } from './statements.ts'
import { inTransaction } from './transaction.ts'
import { watchVersion } from './watch.ts'

/** Options of `sqliteStore`. */
export interface SqliteOptions {
  /** Strength of a commit; `full` by default, which survives a power cut. */
  readonly synchronous?: Synchronous
  /** Milliseconds between looks at the file for appends of other processes; 250 by default. */
  readonly pollInterval?: number
}

/** Path of the file if none is given. */
const defaultPath = '.ctxc/sessions.db'

/**
 * Returns a store in one SQLite file, which is made with mode 0600 if it does not exist; `:memory:` keeps everything in
 * memory. Any number of processes may read and append; one of them runs the sessions.
 *
 * Throws an Error on a Node without SQLite (before 22.13), for a file that cannot be opened, and for a file that a
 * later release wrote; throws a TypeError for malformed options.
 *
 * @example
 * import { sqliteStore } from 'ctxc/store/sqlite'
 *
 * const store = sqliteStore(':memory:')
 * const key = { owner: { app: 'docs', user: 'ada' }, id: 's1' }
 * await store.append(key, {
 *   expectedRevision: 0,
 *   events: [{ author: 'user', text: 'Hello' }],
 *   status: 'due',
 *   time: Date.now(),
 * })
 * console.log((await store.list(key.owner)).items.length) // 1
 * await store.close()
 */
export function sqliteStore(path: string = defaultPath, options: SqliteOptions = {}): Store {
  if (typeof path !== 'string' || path === '')
    throw new TypeError(`the path of sqliteStore must be a string that is not empty, got ${describe(path)}`)
  assertKeys(options, ['synchronous', 'pollInterval'], Path.named('sqliteStore'))
  const { synchronous = 'full', pollInterval = 250 } = options as SqliteOptions
  if (synchronous !== 'full' && synchronous !== 'normal')
    throw new TypeError(`synchronous must be full or normal, got ${describe(synchronous)}`)
  if (!(Number.isFinite(pollInterval) && pollInterval > 0))
    throw new TypeError(`pollInterval must be a number of milliseconds, got ${describe(pollInterval)}`)
  const database = openDatabase(path, synchronous)
  migrate(database)
  return new SqliteStore(path, database, pollInterval)
}

/** Row of a session as the queries select it. */
interface SessionRow {
  readonly key: number
  readonly app: string
  readonly user: string
  readonly id: string
  readonly revision: number
  readonly status: SessionStatus
  readonly wake_at: number | null
  readonly created: number
  readonly updated: number
  readonly state: string
  readonly parent_id: string | null
  readonly parent_revision: number | null
}

interface EventRow {
  readonly seq: number
  readonly body: string
  readonly mark: string | null
}

interface ScopeRow {
  readonly key: string
  readonly value: string | null
  readonly trust: Trust
  readonly revision: number
}

class SqliteStore implements Store {
  private readonly path: string
  private readonly database: DatabaseSync
  private readonly pollInterval: number
  private readonly sql: Statements

  constructor(path: string, database: DatabaseSync, pollInterval: number) {
    this.path = path
    this.database = database
    this.pollInterval = pollInterval
    this.sql = statementsOf(database)
  }

  async read(key: SessionKey, { from = 0 }: ReadOptions = {}): Promise<SessionRecord | null> {
    assertSessionKey(key)
    assertPlace(from, 'from')
    const row = this.rowOf(key)
    if (row === undefined) return null
    // An append of another process may come between the two queries: the record ends at the revision of the row.
    const rows = this.sql.events.all(row.key, from, row.revision) as unknown as EventRow[]
    return { ...infoOf(row), state: JSON.parse(row.state) as JsonObject, from, events: this.eventsOf(rows) }
  }

  private eventsOf(rows: readonly EventRow[]): StoredEvent[] {
    const longOf = (hash: string): string => (this.sql.long.get(hash) as { body: string }).body
    return rows.map(({ body, seq, mark }) => eventOf(body, seq, mark, longOf))
  }

  private rowOf({ owner: { app, user = '' }, id }: SessionKey): SessionRow | undefined {
    return this.sql.session.get(app, user, id) as SessionRow | undefined
  }

  async append(key: SessionKey, write: Append): Promise<number> {
    assertSessionKey(key)
    assertAppend(key.owner, write)
    const texts = write.events.map(textOf)
    return inTransaction(this.database, () => {
      const row = this.rowOf(key)
      const actual = row?.revision ?? 0
      if (actual !== write.expectedRevision)
        throw new ConflictError({ key, expected: write.expectedRevision, actual })
      this.writeScopes(key, write)
      const { app, user = '' } = key.owner
      const { status, time, wakeAt = null } = write
      const revision = actual + texts.length
      if (row !== undefined) this.sql.update.run(revision, status, wakeAt, time, row.key)
      const session =
        row?.key ??
        Number(
          this.sql.insert.run(
            app,
            user,
            key.id,
            revision,
            status,
            wakeAt,
            time,
            time,
            JSON.stringify(write.state ?? {}),
            null,
            null,
          ).lastInsertRowid,
        )
      this.insertEvents(session, actual, texts)
      return revision
    })
  }

  private insertEvents(session: number, from: number, texts: readonly ReturnType<typeof textOf>[]): void {
    for (const [index, { body, mark, long }] of texts.entries()) {
      for (const [hash, text] of long) {
        this.sql.addLong.run(hash, text)
        this.sql.useLong.run(session, hash)
      }
      this.sql.addEvent.run(session, from + index, body, mark)
    }
  }

  private writeScopes(key: SessionKey, { scopes = [], expectedRevision: expected }: Append): void {
    const { owner } = key
    const lost = scopes.filter(({ key: name, expectedRevision: seen }) => {
      const [app, user] = holderOf(owner, name)
      const row = this.sql.scope.get(app, user, name) as ScopeRow | undefined
      return seen !== undefined && seen !== (row?.revision ?? 0)
    })
    if (lost.length > 0)
      throw new ConflictError({ key, expected, actual: expected, scopes: lost.map(each => each.key) })
    for (const write of scopes) this.writeScope(owner, write)
  }

  private writeScope(owner: Owner, { key: name, value, trust }: ScopedWrite): void {
    const [app, user] = holderOf(owner, name)
    this.sql.writeScope.run(app, user, name, value === undefined ? null : JSON.stringify(value), trust)
  }

  async list(owner: Owner, options: ListOptions = {}): Promise<Page<SessionInfo>> {
    assertOwner(owner)
    const limit = limitOf(options)
    const { app, user = '' } = owner
    const { time, id } = options.after === undefined ? first : readCursor(options.after)
    const { status = null } = options
    const rows = this.sql.list.all(
      app,
      user,
      status,
      status,
      time,
      time,
      id,
      limit + 1,
    ) as unknown as SessionRow[]
    const items = rows.slice(0, limit).map(infoOf)
    const last = items.at(-1)
    const isMore = rows.length > limit && last !== undefined
    return { items, next: isMore ? cursorText({ time: last.updated, id: last.id }) : null }
  }

  async due(options: DueOptions): Promise<Page<SessionKey>> {
    const limit = limitOf(options)
    const from = options.after === undefined ? 0 : readCursor(options.after).time
    const rows = this.sql.due.all(from, options.now, limit + 1) as unknown as SessionRow[]
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const isMore = rows.length > limit && last !== undefined
    return { items: page.map(keyOf), next: isMore ? cursorText({ time: last.key, id: '' }) : null }
  }

  async scopes(owner: Owner): Promise<ReadonlyMap<string, ScopedValue>> {
    assertOwner(owner)
    const { app, user } = owner
    const rows = this.sql.scopes.all(app, user ?? '') as unknown as ScopeRow[]
    return new Map(
      rows.flatMap(({ key, value, trust, revision }) =>
        value === null ? [] : [[key, { value: JSON.parse(value) as JsonValue, trust, revision }] as const],
      ),
    )
  }

  async fork(key: SessionKey, id: string, options: ForkOptions): Promise<number | null> {
    assertSessionKey(key)
    const copy = { owner: key.owner, id }
    assertSessionKey(copy)
    assertFork(options)
    const texts = (options.events ?? []).map(textOf)
    return inTransaction(this.database, () => {
      const row = this.rowOf(key)
      if (row === undefined) return null
      const used = this.rowOf(copy)
      if (used !== undefined) throw new ConflictError({ key: copy, expected: 0, actual: used.revision })
      const { at = row.revision, time, status = 'idle' } = options
      const kept = Math.min(at, row.revision)
      const revision = kept + texts.length
      const { app, user, state } = row
      const session = Number(
        this.sql.insert.run(app, user, id, revision, status, null, time, time, state, key.id, kept)
          .lastInsertRowid,
      )
      this.sql.copyEvents.run(session, row.key, kept)
      this.sql.copyUses.run(session, row.key)
      this.insertEvents(session, kept, texts)
      return revision
    })
  }

  async delete(key: SessionKey): Promise<boolean> {
    assertSessionKey(key)
    return inTransaction(this.database, () => {
      const row = this.rowOf(key)
      if (row === undefined) return false
      this.sql.delete.run(row.key)
      this.sql.dropLong.run()
      return true
    })
  }

  async deleteOwner(owner: Owner): Promise<number> {
    assertOwner(owner)
    const { app, user } = owner
    return inTransaction(this.database, () => {
      const { changes } = this.sql.deleteOwner.run(app, user ?? '')
      this.sql.dropLong.run()
      if (user !== undefined) this.sql.deleteScope.run(app, user)
      return Number(changes)
    })
  }

  async claim(): Promise<Claim | null> {
    return claimBeside(this.path)
  }

  watch(listener: () => void): () => void {
    return watchVersion(this.database, this.pollInterval, listener)
  }

  async close(): Promise<void> {
    if (this.database.isOpen) this.database.close()
  }
}

const textOf = (event: NewEvent) => eventText(event, digest)

/** Cursor before the first item of a list. */
const first = { time: Number.MAX_VALUE, id: '' }

/** Returns the app and the user that hold a shared key; the user is empty for a key of the app. */
const holderOf = ({ app, user = '' }: Owner, name: string): readonly [string, string] => [
  app,
  name.startsWith('app:') ? '' : user,
]

const keyOf = ({ app, user, id }: SessionRow): SessionKey => ({
  owner: user === '' ? { app } : { app, user },
  id,
})

const infoOf = (row: SessionRow): SessionInfo => ({
  id: row.id,
  revision: row.revision,
  status: row.status,
  wakeAt: row.wake_at,
  created: row.created,
  updated: row.updated,
  parent:
    row.parent_id === null ? null : { id: row.parent_id, revision: row.parent_revision ?? row.revision },
})
