import { assertOwner, assertSessionKey, type Owner, type SessionKey } from '../../../core/session/owner.ts'
import type { StoreAccounts } from '../accounts.ts'
import { assertAppend, assertFork, assertPlace, pageLimit } from '../assert-write.ts'
import { checkedAccounts } from '../checked-accounts.ts'
import { checkedLeases } from '../checked-leases.ts'
import { ConflictError } from '../conflict-error.ts'
import { cursorText, type Page, readCursor } from '../cursor.ts'
import { parseJsonValue } from '../json-text.ts'
import type { SessionLeases } from '../leases.ts'
import type * as contract from '../store.ts'
import { appendEvents } from './append.ts'
import { AppendQueue } from './append-queue.ts'
import { type ArchiveOptions, archiveSessions, restoreSessions } from './archive.ts'
import { type Database, deletedRowsStay } from './database.ts'
import { DatabaseAccounts } from './database-accounts.ts'
import { DatabaseLeases } from './database-leases.ts'
import { nameFromHex, nameToHex } from './key-bytes.ts'
import type { DatabaseRelay } from './relay/database-relay.ts'
import {
  eventsOfRows,
  infoOfText,
  keyOfRow,
  keyParameters,
  linesOfEvents,
  ownerParameters,
  recordOfText,
} from './rows.ts'

/** Store in a Postgres database, which can move old sessions to an archive and back. */
export interface PostgresStore extends contract.Store {
  /**
   * Moves sessions of all owners to an archive: those that were last changed before a time, and that neither are due nor
   * wait. `write` gets each session as a line of JSON. A session is deleted when it is written, unless it was changed
   * meanwhile. Returns the number of deleted sessions. Shared keys and costs stay.
   *
   * @example
   * import { appendFile } from 'node:fs/promises'
   * import type { PostgresStore } from 'ctxc/store/postgres'
   *
   * const archiveOldSessions = (store: PostgresStore, before: number) =>
   *   store.archive({ before, write: lines => appendFile('sessions.jsonl', lines) })
   */
  archive(options: ArchiveOptions): Promise<number>
  /**
   * Puts the sessions of an archive back, and returns their number. A session that is already there, with the same
   * events or more, is left as it is. A session with other events is left as it is, too: after the last line, the call
   * rejects with an Error that names these sessions. Rejects with a TypeError for a line that is no session; the sessions
   * of earlier lines are back then.
   *
   * @example
   * import { open } from 'node:fs/promises'
   * import type { PostgresStore } from 'ctxc/store/postgres'
   *
   * const restoreSessions = async (store: PostgresStore) => store.restore((await open('sessions.jsonl')).readLines())
   */
  restore(lines: Iterable<string> | AsyncIterable<string>): Promise<number>
}

/** Implementation of `PostgresStore`. */
export class DatabaseStore implements PostgresStore {
  private readonly database: Database
  private readonly appends: AppendQueue
  readonly leases: SessionLeases
  readonly relay?: DatabaseRelay
  readonly accounts: StoreAccounts

  constructor(database: Database, relay?: DatabaseRelay) {
    this.database = database
    this.appends = new AppendQueue(database)
    this.leases = checkedLeases(new DatabaseLeases(database))
    if (relay !== undefined) this.relay = relay
    this.accounts = checkedAccounts(new DatabaseAccounts(database))
  }

  async read(
    key: SessionKey,
    { from = 0 }: contract.ReadOptions = {},
  ): Promise<contract.SessionRecord | null> {
    assertSessionKey(key)
    assertPlace(from, 'from')
    const rows = await this.database.run('read', [...keyParameters(key), `${from}`])
    const head = rows.find(([seq]) => seq === null)
    if (head === undefined) return null
    const events = eventsOfRows(
      rows.filter(row => row !== head),
      from,
    )
    return { ...recordOfText(head[1] as string), from, events }
  }

  async append(key: SessionKey, write: contract.Append): Promise<number> {
    assertSessionKey(key)
    assertAppend(key.owner, write)
    return appendEvents(this.database, this.appends, key, write)
  }

  async list(owner: Owner, options: contract.ListOptions = {}): Promise<Page<contract.SessionInfo>> {
    assertOwner(owner)
    const limit = pageLimit(options)
    const { time, id } = options.after === undefined ? { time: Infinity, id: '' } : readCursor(options.after)
    const place = [options.status ?? null, `${time}`, nameToHex(id), `${limit + 1}`]
    const rows = await this.database.run('list', [...ownerParameters(owner), ...place])
    const items = rows.map(([text]) => infoOfText(text as string))
    const page = items.slice(0, limit)
    const last = page.at(-1)
    return {
      items: page,
      next: last && items.length > limit ? cursorText({ time: last.updated, id: last.id }) : null,
    }
  }

  async due(options: contract.DueOptions): Promise<Page<SessionKey>> {
    const limit = pageLimit(options)
    const after = options.after === undefined ? 0 : readCursor(options.after).time
    assertPlace(after, 'after')
    const rows = await this.database.run('due', [`${options.now}`, `${after}`, `${limit + 1}`])
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      items: page.map(keyOfRow),
      next: last && rows.length > limit ? cursorText({ time: Number(last[3]), id: '' }) : null,
    }
  }

  async scopes(owner: Owner): Promise<ReadonlyMap<string, contract.ScopedValue>> {
    assertOwner(owner)
    const rows = await this.database.run('scopes', ownerParameters(owner))
    return new Map(
      rows.map(([key, value, trust, revision]) => [
        nameFromHex(key as string),
        {
          value: parseJsonValue(value as string),
          trust: trust as contract.ScopedValue['trust'],
          revision: Number(revision),
        },
      ]),
    )
  }

  async fork(key: SessionKey, id: string, options: contract.ForkOptions): Promise<number | null> {
    assertSessionKey(key)
    const copy = { owner: key.owner, id }
    assertSessionKey(copy)
    assertFork(options)
    const { at, time, events = [], status = 'idle' } = options
    const [row] = await this.database.run('fork', [
      ...keyParameters(key),
      nameToHex(id),
      at === undefined ? null : `${at}`,
      `${time}`,
      status,
      linesOfEvents(events),
      `${events.length}`,
    ])
    if (row === undefined) return null
    if (row[0] !== null) return Number(row[0])
    throw new ConflictError({ key: copy, expected: 0, actual: (await this.read(copy))?.revision ?? 0 })
  }

  async delete(key: SessionKey): Promise<boolean> {
    assertSessionKey(key)
    return (await this.database.run('delete', keyParameters(key))).length > 0
  }

  async deleteOwner(owner: Owner): Promise<number> {
    assertOwner(owner)
    const [row] = await this.database.run('deleteOwner', ownerParameters(owner))
    return Number(row?.[0])
  }

  async erase(): Promise<string> {
    return deletedRowsStay
  }

  async archive(options: ArchiveOptions): Promise<number> {
    return archiveSessions(this.database, this, options)
  }

  async restore(lines: Iterable<string> | AsyncIterable<string>): Promise<number> {
    return restoreSessions(this.database, this, lines)
  }

  /** Gives the connection of the relay back. The client belongs to the app. */
  async close(): Promise<void> {
    await this.relay?.close()
  }
}
