import type { JsonObject } from '../../../core/ir/json.ts'
import { assertOwner, assertSessionKey, type Owner, type SessionKey } from '../../../core/session/owner.ts'
import type { OwnerInfo, OwnersOptions, StoreAccounts } from '../accounts.ts'
import { assertAppend, assertFork, assertPlace, pageLimit } from '../assert-write.ts'
import { checkedAccounts } from '../checked-accounts.ts'
import { checkedLeases } from '../checked-leases.ts'
import { ConflictError } from '../conflict-error.ts'
import { cursorText, ownerCursorText, type Page, readCursor, readOwnerCursor } from '../cursor.ts'
import { parseJsonValue, stringifyJson } from '../json-text.ts'
import type { Lease, LeaseTerms, SessionLeases } from '../leases.ts'
import type * as contract from '../store.ts'
import { decodeColumnText } from './column-text.ts'
import { CostTable } from './cost-table.ts'
import type { DatabaseSync } from './database.ts'
import { EventTable, storedText } from './event-table.ts'
import { LeaseTable } from './lease-table.ts'
import { PatientDatabase } from './patient.ts'
import { ScopeTable } from './scope-table.ts'
import {
  ownerOfRow,
  type SessionRow,
  SessionTable,
  sessionInfoOfRow,
  sessionKeyOfRow,
} from './session-table.ts'

/** Store in one SQLite file. */
export class FileStore implements contract.Store {
  private readonly database: DatabaseSync
  private readonly queries: PatientDatabase
  private readonly sessions: SessionTable
  private readonly events: EventTable
  private readonly shared: ScopeTable
  private readonly held: LeaseTable
  private readonly costs: CostTable
  readonly leases: SessionLeases = checkedLeases(this.tableLeases())
  readonly accounts: StoreAccounts = checkedAccounts({
    owners: options => this.listOwners(options),
    costs: query => this.queries.whenUnlocked('the costs of calls', () => this.costs.sum(query ?? {})),
  })

  constructor(database: DatabaseSync, busyTimeout: number) {
    this.database = database
    this.queries = new PatientDatabase(database, busyTimeout)
    this.sessions = new SessionTable(database)
    this.events = new EventTable(database)
    this.shared = new ScopeTable(database)
    this.held = new LeaseTable(database)
    this.costs = new CostTable(database)
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
      this.held.assertHeld(key, row?.key, write.fence)
      const actual = row?.revision ?? 0
      if (actual !== write.expectedRevision)
        throw new ConflictError({ key, expected: write.expectedRevision, actual })
      this.writeScopes(key, write)
      const { status, time, wakeAt = null, state = {} } = write
      const revision = actual + texts.length
      const change = { revision, status, wakeAt, time }
      if (row !== undefined) {
        this.sessions.update(row.key, change)
        // The holder of a lease has no pause to end, and its appends are frequent.
        if (write.fence === undefined) this.held.endPause(row.key)
      }
      const session =
        row?.key ?? this.sessions.create(key, change, { state: stringifyJson(state), parent: null })
      this.costs.record(key.owner, time, write.costs ?? [])
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

  async list(owner: Owner, options: contract.ListOptions = {}): Promise<Page<contract.SessionInfo>> {
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

  async due(options: contract.DueOptions): Promise<Page<SessionKey>> {
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
      this.costs.deleteOwner(owner)
      return keys.length
    })
  }

  erase(): Promise<string | null> {
    return this.queries.erase()
  }

  private listOwners(options: OwnersOptions = {}): Promise<Page<OwnerInfo>> {
    const limit = pageLimit(options)
    const after = options.after === undefined ? null : readOwnerCursor(options.after)
    return this.queries.whenUnlocked('the list of owners', () =>
      pageOfRows(
        this.sessions.owners(after, limit + 1),
        limit,
        row => ({ owner: ownerOfRow(row), sessions: row.sessions, updated: row.updated }),
        row => ownerCursorText(ownerOfRow(row)),
      ),
    )
  }

  private deleteRow(key: number): void {
    this.events.delete(key)
    this.held.delete(key)
    this.sessions.delete(key)
  }

  /** Returns the methods of leases, as transactions. */
  private tableLeases(): SessionLeases {
    const leases = 'the leases of sessions'
    const take = (row: SessionRow, terms: LeaseTerms): Lease | null => {
      const fence = this.held.take(row.key, terms)
      return fence === null ? null : { key: sessionKeyOfRow(row), fence, revision: row.revision }
    }
    return {
      take: (key, terms) =>
        this.queries.write(describeSession(key), () => {
          const row = this.sessions.find(key)
          return row === undefined ? null : take(row, terms)
        }),
      takeDue: async terms => {
        const find = (): readonly SessionRow[] => this.held.freeDue(terms)
        // A process looks for due sessions often, and a query alone does not wait for writers.
        if ((await this.queries.whenUnlocked(leases, find)).length === 0) return []
        return this.queries.write(leases, () => find().flatMap(row => take(row, terms) ?? []))
      },
      renew: terms =>
        this.queries.write(leases, () =>
          this.held
            .renew(terms)
            .map(row => ({ key: sessionKeyOfRow(row), fence: row.fence, revision: row.revision })),
        ),
      release: ({ key, fence }, pause) =>
        this.queries.write(describeSession(key), () => {
          const row = this.sessions.find(key)
          if (row !== undefined) this.held.release(row.key, fence, pause)
        }),
      changed: (known, now) =>
        this.queries.read('the revisions of sessions', () =>
          known.flatMap(({ key, revision }) => {
            const row = this.sessions.find(key)
            const { isFree, isPaused } =
              row === undefined ? { isFree: false, isPaused: false } : this.held.state(row.key, now)
            const isChanged = (row?.revision ?? 0) !== revision
            return isChanged || isFree ? [{ key, isChanged, isFree, isPaused }] : []
          }),
        ),
    }
  }

  async close(): Promise<void> {
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
): Page<Item> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(itemOf), next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
