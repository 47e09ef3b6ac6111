import { assertNoOptions } from '../../core/form/options.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import {
  assertOwner,
  assertSessionKey,
  keyText,
  type Owner,
  ownerText,
  type SessionKey,
} from '../../core/session/owner.ts'
import type { OwnerInfo, OwnersOptions, StoreAccounts } from './accounts.ts'
import { assertAppend, assertFork, assertPlace, pageLimit } from './assert-write.ts'
import { checkedAccounts } from './checked-accounts.ts'
import { checkedLeases } from './checked-leases.ts'
import { ConflictError } from './conflict-error.ts'
import type { Page } from './cursor.ts'
import { cursorText, ownerCursorText, readCursor, readOwnerCursor } from './cursor.ts'
import { eventText, parsedEvent } from './event-text.ts'
import { InMemoryCosts } from './in-memory-costs.ts'
import { dueSinceOf, InMemoryLeases, type LeasableSession } from './in-memory-leases.ts'
import { InMemorySharedKeys, serializeWrite } from './in-memory-shared-keys.ts'
import { parseJsonValue, stringifyJson } from './json-text.ts'
import type { SessionLeases } from './leases.ts'
import { inMemoryRelay, type Relay } from './relay.ts'
import type {
  Append,
  DueOptions,
  ForkOptions,
  ListOptions,
  NewEvent,
  ScopedValue,
  SessionInfo,
  SessionRecord,
  Store,
} from './store.ts'

/** Stored session. Events are kept as text, so that later changes of the caller's objects do not change them. */
interface Kept extends LeasableSession {
  readonly state: string
  readonly bodies: string[]
  info: SessionInfo
  dueSince: number | null
}

/**
 * Returns a store in the memory of this process, with the methods of `Store`. Use it for tests, and for sessions that
 * need not survive a restart.
 *
 * @example
 * import { inMemoryStore } from 'ctxc/store'
 *
 * const store = inMemoryStore()
 * const key = { owner: { app: 'docs' }, id: 's1' }
 * await store.append(key, {
 *   expectedRevision: 0,
 *   events: [{ author: 'user', text: 'Hello' }],
 *   status: 'due',
 *   time: Date.now(),
 * })
 * console.log((await store.read(key))?.revision) // 1
 */
export const inMemoryStore = (...others: readonly never[]): Store => {
  assertNoOptions(others, 'inMemoryStore')
  return new InMemoryStore()
}

class InMemoryStore implements Store {
  private readonly sessions = new Map<string, Kept>()
  private readonly shared = new InMemorySharedKeys()
  private readonly held = new InMemoryLeases(this.sessions)
  readonly leases: SessionLeases = checkedLeases(this.held)
  readonly relay: Relay = inMemoryRelay()
  private readonly recordedCosts = new InMemoryCosts()
  readonly accounts: StoreAccounts = checkedAccounts({
    owners: async options => this.owners(options),
    costs: async query => this.recordedCosts.sum(query ?? {}),
  })

  async read(key: SessionKey, { from = 0 } = {}): Promise<SessionRecord | null> {
    assertSessionKey(key)
    assertPlace(from, 'from')
    const kept = this.sessions.get(keyText(key))
    if (kept === undefined) return null
    const events = kept.bodies.slice(from).map((body, index) => parsedEvent(body, from + index, null, String))
    return { ...copyInfo(kept), state: parseJsonValue(kept.state) as JsonObject, from, events }
  }

  async append(key: SessionKey, write: Append): Promise<number> {
    assertSessionKey(key)
    assertAppend(key.owner, write)
    const bodies = write.events.map(eventBody)
    const scopes = (write.scopes ?? []).map(serializeWrite)
    const state = stringifyJson(write.state ?? {})
    this.held.assertHeld(key, write.fence)
    const kept = this.sessions.get(keyText(key))
    const [expected, actual] = [write.expectedRevision, kept?.info.revision ?? 0]
    if (actual !== expected) throw new ConflictError({ key, expected, actual })
    const lost = this.shared.lostWrites(key.owner, scopes)
    if (lost.length > 0) throw new ConflictError({ key, expected, actual, scopes: lost })
    for (const scope of scopes) this.shared.write(key.owner, scope)
    const info: SessionInfo = {
      id: key.id,
      revision: actual + bodies.length,
      status: write.status,
      wakeAt: write.wakeAt ?? null,
      created: kept?.info.created ?? write.time,
      updated: write.time,
      parent: kept?.info.parent ?? null,
    }
    const dueSince = dueSinceOf(info, kept?.dueSince)
    if (kept !== undefined) {
      for (const body of bodies) kept.bodies.push(body)
      kept.info = info
      kept.dueSince = dueSince
      this.held.endPause(key)
    } else this.addSession(key, { key, state, bodies, info, dueSince })
    this.recordedCosts.record(key.owner, write.time, write.costs ?? [])
    return info.revision
  }

  private addSession({ owner, id }: SessionKey, kept: Kept): void {
    this.sessions.set(keyText({ owner, id }), { ...kept, key: copyStoredEvent({ owner, id }) })
  }

  async list(owner: Owner, options: ListOptions = {}): Promise<Page<SessionInfo>> {
    assertOwner(owner)
    const { status, after } = options
    const holder = ownerText(owner)
    const all = [...this.sessions.values()]
      .filter(({ key }) => ownerText(key.owner) === holder)
      .map(copyInfo)
      .filter(info => status === undefined || info.status === status)
      .sort((left, right) => right.updated - left.updated || (left.id < right.id ? -1 : 1))
    const from = after === undefined ? null : readCursor(after)
    const rest = from === null ? all : all.filter(info => isAfterCursor(info, from))
    return sessionPage(rest, pageLimit(options), ({ updated, id }) => cursorText({ time: updated, id }))
  }

  async due(options: DueOptions): Promise<Page<SessionKey>> {
    const { now, after } = options
    const from = after === undefined ? '' : readCursor(after).id
    const all = [...this.sessions]
      .filter(([, { info }]) => info.status === 'due' || (info.wakeAt !== null && info.wakeAt <= now))
      .filter(([text]) => text > from)
      .sort(([left], [right]) => (left < right ? -1 : 1))
    const page = sessionPage(all, pageLimit(options), ([text]) => cursorText({ time: 0, id: text }))
    return { items: page.items.map(([, { key }]) => copyStoredEvent(key)), next: page.next }
  }

  async scopes(owner: Owner): Promise<ReadonlyMap<string, ScopedValue>> {
    assertOwner(owner)
    return this.shared.read(owner)
  }

  async fork(key: SessionKey, id: string, options: ForkOptions): Promise<number | null> {
    assertSessionKey(key)
    const copy = { owner: key.owner, id }
    assertSessionKey(copy)
    assertFork(options)
    const kept = this.sessions.get(keyText(key))
    if (kept === undefined) return null
    const used = this.sessions.get(keyText(copy))
    if (used !== undefined) throw new ConflictError({ key: copy, expected: 0, actual: used.info.revision })
    const { at = kept.bodies.length, time, events = [], status = 'idle' } = options
    const bodies = [...kept.bodies.slice(0, at), ...events.map(eventBody)]
    const parent = { id: key.id, revision: Math.min(at, kept.bodies.length) }
    const info = { id, revision: bodies.length, status, wakeAt: null, created: time, updated: time, parent }
    this.addSession(copy, { key: copy, state: kept.state, bodies, info, dueSince: dueSinceOf(info) })
    return bodies.length
  }

  async delete(key: SessionKey): Promise<boolean> {
    assertSessionKey(key)
    this.held.forget(key)
    return this.sessions.delete(keyText(key))
  }

  async deleteOwner(owner: Owner): Promise<number> {
    assertOwner(owner)
    const holder = ownerText(owner)
    const own = [...this.sessions].filter(([, { key }]) => ownerText(key.owner) === holder)
    for (const [text, { key }] of own) {
      this.held.forget(key)
      this.sessions.delete(text)
    }
    if (owner.user !== undefined) this.shared.deleteUser(owner)
    this.recordedCosts.deleteOwner(owner)
    return own.length
  }

  async erase(): Promise<null> {
    return null
  }

  private owners(options: OwnersOptions = {}): Page<OwnerInfo> {
    const found = new Map<string, OwnerInfo>()
    for (const { key, info } of this.sessions.values()) {
      const text = ownerText(key.owner)
      const { sessions = 0, updated = info.updated } = found.get(text) ?? {}
      found.set(text, {
        owner: { ...key.owner },
        sessions: sessions + 1,
        updated: Math.max(updated, info.updated),
      })
    }
    const from = options.after === undefined ? '' : ownerText(readOwnerCursor(options.after))
    const all = [...found].filter(([text]) => text > from).sort(([left], [right]) => (left < right ? -1 : 1))
    const infos = all.map(([, info]) => info)
    return sessionPage(infos, pageLimit(options), ({ owner }) => ownerCursorText(owner))
  }

  async close(): Promise<void> {}
}

/** Returns a copy of the facts about a session, which the caller may change. */
const copyInfo = ({ info }: Kept): SessionInfo => ({ ...info, parent: info.parent && { ...info.parent } })

const copyStoredEvent = ({ owner, id }: SessionKey): SessionKey => ({ owner: { ...owner }, id })

const eventBody = (event: NewEvent): string => eventText(event).body

const isAfterCursor = (
  { updated, id }: SessionInfo,
  { time, id: last }: { time: number; id: string },
): boolean => updated < time || (updated === time && id > last)

function sessionPage<Item>(
  all: readonly Item[],
  limit: number,
  cursorOf: (item: Item) => string,
): Page<Item> {
  const items = all.slice(0, limit)
  const last = items.at(-1)
  return { items, next: all.length > limit && last !== undefined ? cursorOf(last) : null }
}
