import type { JsonObject } from '../../../core/ir/json.ts'
import { assertOwner, assertSessionKey, type Owner, type SessionKey } from '../../../core/session/owner.ts'
import { assertAppend, assertFork, assertPlace, pageLimit } from '../assert-write.ts'
import { ConflictError } from '../conflict-error.ts'
import { cursorText, readCursor } from '../cursor.ts'
import { parseJsonValue, stringifyJson } from '../json-text.ts'
import type * as contract from '../store.ts'
import { claimLockFile } from './claim.ts'
import { decodeColumnText } from './column-text.ts'
import { type DatabaseSync, databaseFilePath } from './database.ts'
import { EventTable, storedText } from './event-table.ts'
import { PatientDatabase } from './patient.ts'
import { ScopeTable } from './scope-table.ts'
import { SessionTable, sessionInfoOfRow, sessionKeyOfRow } from './session-table.ts'
import { watchVersion } from './watch.ts'

/** Options of a store in a file. */
interface FileOptions {
  readonly pollInterval: number
  readonly busyTimeout: number
}

/** Store in one SQLite file. */
export class FileStore implements contract.Store {
  private readonly database: DatabaseSync
  private readonly pollInterval: number
  private readonly queries: PatientDatabase
  private readonly sessions: SessionTable
  private readonly events: EventTable
  private readonly shared: ScopeTable

  /** Right of this store to run its sessions; null if it has none. */
  private held: contract.Claim | null = null

  constructor(database: DatabaseSync, { pollInterval, busyTimeout }: FileOptions) {
    this.database = database
    this.pollInterval = pollInterval
    this.queries = new PatientDatabase(database, busyTimeout)
    this.sessions = new SessionTable(database)
    this.events = new EventTable(database)
    this.shared = new ScopeTable(database)
  }

  async read(
    key: SessionKey,
    { from = 0 }: contract.ReadOptions = {},
  ): Promise<contract.SessionRecord | null> {
    assertSessionKey(key)
    assertPlace(from, 'from')
    return this.queries.read(describeSession(key), () => {
      const row = this.sessions.find(key)
      if (row === undefined) return null
      const events = this.events.read(row.key, from, row.revision)
      return {
        ...sessionInfoOfRow(row),
        state: parseJsonValue(this.sessions.initialStateOf(row.key)) as JsonObject,
        from,
        events,
      }
    })
  }

  async append(key: SessionKey, write: contract.Append): Promise<number> {
    assertSessionKey(key)
    assertAppend(key.owner, write)
    const texts = write.events.map(storedText)
    const { session, recent, revision } = await this.queries.write(describeSession(key), () => {
      const row = this.sessions.find(key)
      const actual = row?.revision ?? 0
      if (actual !== write.expectedRevision)
        throw new ConflictError({ key, expected: write.expectedRevision, actual })
      this.writeScopes(key, write)
      const { status, time, wakeAt = null, state = {} } = write
      const revision = actual + texts.length
      const change = { revision, status, wakeAt, time }
      if (row !== undefined) this.sessions.update(row.key, change)
      const session =
        row?.key ?? this.sessions.create(key, change, { state: stringifyJson(state), parent: null })
      return { session, revision, recent: this.events.append(session, actual, texts) }
    })
    this.events.keepRecentTexts(session, recent)
    return revision
  }

  private writeScopes(key: SessionKey, { scopes = [], expectedRevision: expected }: contract.Append): void {
    const lost = this.shared.keysLostInRace(key.owner, scopes)
    if (lost.length > 0) throw new ConflictError({ key, expected, actual: expected, scopes: lost })
    for (const write of scopes) this.shared.write(key.owner, write)
  }

  async list(owner: Owner, options: contract.ListOptions = {}): Promise<contract.Page<contract.SessionInfo>> {
    assertOwner(owner)
    const limit = pageLimit(options)
    const place = options.after === undefined ? first : readCursor(options.after)
    return this.queries.whenUnlocked(`the list of '${owner.app}'`, () => {
      const rows = this.sessions.list(owner, options.status ?? null, place, limit + 1)
      return pageOfRows(rows, limit, sessionInfoOfRow, ({ updated, id }) =>
        cursorText({ time: updated, id: decodeColumnText(id) }),
      )
    })
  }

  async due(options: contract.DueOptions): Promise<contract.Page<SessionKey>> {
    const limit = pageLimit(options)
    const after = options.after === undefined ? 0 : readCursor(options.after).time
    return this.queries.whenUnlocked('the list of due sessions', () => {
      const rows = this.sessions.due(options.now, after, limit + 1)
      return pageOfRows(rows, limit, sessionKeyOfRow, ({ key }) => cursorText({ time: key, id: '' }))
    })
  }

  async scopes(owner: Owner): Promise<ReadonlyMap<string, contract.ScopedValue>> {
    assertOwner(owner)
    return this.queries.whenUnlocked(`the keys that sessions of '${owner.app}' share`, () =>
      this.shared.read(owner),
    )
  }

  async fork(key: SessionKey, id: string, options: contract.ForkOptions): Promise<number | null> {
    assertSessionKey(key)
    const copy = { owner: key.owner, id }
    assertSessionKey(copy)
    assertFork(options)
    const texts = (options.events ?? []).map(storedText)
    return this.queries.write(describeSession(key), () => {
      const row = this.sessions.find(key)
      if (row === undefined) return null
      const used = this.sessions.find(copy)
      if (used !== undefined) throw new ConflictError({ key: copy, expected: 0, actual: used.revision })
      const { at = row.revision, time, status = 'idle' } = options
      const kept = Math.min(at, row.revision)
      const revision = kept + texts.length
      const origin = { state: this.sessions.initialStateOf(row.key), parent: { id: key.id, revision: kept } }
      const session = this.sessions.create(copy, { revision, status, wakeAt: null, time }, origin)
      this.events.copyFirstEvents(row.key, session, kept)
      this.events.append(session, kept, texts)
      return revision
    })
  }

  async delete(key: SessionKey): Promise<boolean> {
    assertSessionKey(key)
    return this.queries.write(describeSession(key), () => {
      const row = this.sessions.find(key)
      if (row === undefined) return false
      this.deleteRow(row.key)
      return true
    })
  }

  async deleteOwner(owner: Owner): Promise<number> {
    assertOwner(owner)
    return this.queries.write(`the sessions of '${owner.app}'`, () => {
      const keys = this.sessions.keysOf(owner)
      for (const key of keys) this.deleteRow(key)
      if (owner.user !== undefined) this.shared.deleteUser(owner.app, owner.user)
      return keys.length
    })
  }

  private deleteRow(key: number): void {
    this.events.delete(key)
    this.sessions.delete(key)
  }

  async claim(): Promise<contract.Claim | null> {
    if (this.held !== null) return null
    const claim = claimLockFile(databaseFilePath(this.database))
    if (claim === null) return null
    const release = async (): Promise<void> => {
      if (this.held === held) this.held = null
      await claim.release()
    }
    const held = { release }
    this.held = held
    return held
  }

  watch(listener: () => void): () => void {
    return watchVersion(this.database, this.pollInterval, listener)
  }

  async close(): Promise<void> {
    await this.held?.release()
    if (this.database.isOpen) this.database.close()
  }
}

/** Returns a description of a session for error texts. */
const describeSession = ({ owner, id }: SessionKey): string => `session '${id}' of '${owner.app}'`

/** Cursor at the start of every list. */
const first = { time: Number.MAX_VALUE, id: '' }

/** Returns a page of a list. `rows` has one row more than the page if another page follows. */
function pageOfRows<Row, Item>(
  rows: readonly Row[],
  limit: number,
  itemOf: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): contract.Page<Item> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(itemOf), next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
