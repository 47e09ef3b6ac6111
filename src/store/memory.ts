import type { JsonObject } from '../ir/json.ts'
import { assertAppend, assertFork, assertPlace, limitOf } from './assert-write.ts'
import { ConflictError } from './conflict-error.ts'
import { cursorText, readCursor } from './cursor.ts'
import { eventOf, eventText } from './event-text.ts'
import { assertOwner, assertSessionKey, keyText, type Owner, ownerText, type SessionKey } from './owner.ts'
import type {
  Append,
  DueOptions,
  ForkOptions,
  ListOptions,
  NewEvent,
  Page,
  ScopedValue,
  ScopedWrite,
  SessionInfo,
  SessionRecord,
  Store,
} from './store.ts'

/** A stored session. Events are kept as text, so that nobody's later change of an object changes what is stored. */
interface Kept {
  readonly key: SessionKey
  readonly state: string
  readonly bodies: string[]
  info: SessionInfo
}

/**
 * Returns a store in the memory of this process: for tests, and for sessions that need not survive a restart. All its
 * methods are those of `Store`.
 *
 * @example
 * import { memoryStore } from 'ctxc/store'
 *
 * const store = memoryStore()
 * const key = { owner: { app: 'docs' }, id: 's1' }
 * await store.append(key, {
 *   expectedRevision: 0,
 *   events: [{ author: 'user', text: 'Hello' }],
 *   status: 'due',
 *   time: Date.now(),
 * })
 * console.log((await store.read(key))?.revision) // 1
 */
export const memoryStore = (): Store => new MemoryStore()

class MemoryStore implements Store {
  private readonly sessions = new Map<string, Kept>()
  private readonly shared = new Map<string, Map<string, ScopedValue & { readonly isDeleted: boolean }>>()

  async read(key: SessionKey, { from = 0 } = {}): Promise<SessionRecord | null> {
    assertSessionKey(key)
    assertPlace(from, 'from')
    const kept = this.sessions.get(keyText(key))
    if (kept === undefined) return null
    const events = kept.bodies.slice(from).map((body, index) => eventOf(body, from + index, null, String))
    return { ...kept.info, state: JSON.parse(kept.state) as JsonObject, from, events }
  }

  async append(key: SessionKey, write: Append): Promise<number> {
    assertSessionKey(key)
    assertAppend(key.owner, write)
    const bodies = write.events.map(bodyOf)
    const kept = this.sessions.get(keyText(key))
    const actual = kept?.info.revision ?? 0
    if (actual !== write.expectedRevision)
      throw new ConflictError({ key, expected: write.expectedRevision, actual })
    this.writeScopes(key, write.scopes ?? [], write.expectedRevision)
    const info: SessionInfo = {
      id: key.id,
      revision: actual + bodies.length,
      status: write.status,
      wakeAt: write.wakeAt ?? null,
      created: kept?.info.created ?? write.time,
      updated: write.time,
      parent: kept?.info.parent ?? null,
    }
    if (kept !== undefined) {
      kept.bodies.push(...bodies)
      kept.info = info
    } else this.add(key, { key, state: JSON.stringify(write.state ?? {}), bodies, info })
    return info.revision
  }

  private add({ owner, id }: SessionKey, kept: Kept): void {
    this.sessions.set(keyText({ owner, id }), { ...kept, key: { owner: { ...owner }, id } })
  }

  private writeScopes(key: SessionKey, writes: readonly ScopedWrite[], expected: number): void {
    const lost = writes.filter(({ key: name, expectedRevision: seen }) => {
      const revision = this.scopeOf(key.owner, name).get(name)?.revision ?? 0
      return seen !== undefined && seen !== revision
    })
    if (lost.length > 0)
      throw new ConflictError({ key, expected, actual: expected, scopes: lost.map(each => each.key) })
    for (const { key: name, value, trust } of writes) {
      const scope = this.scopeOf(key.owner, name)
      const revision = (scope.get(name)?.revision ?? 0) + 1
      const isDeleted = value === undefined
      scope.set(name, { value: structuredClone(value ?? null), trust, revision, isDeleted })
    }
  }

  /** Returns the shared keys among which a key is. */
  private scopeOf({ app, user }: Owner, name: string): Map<string, ScopedValue & { isDeleted: boolean }> {
    const holder = ownerText(name.startsWith('app:') || user === undefined ? { app } : { app, user })
    const scope = this.shared.get(holder) ?? new Map()
    this.shared.set(holder, scope)
    return scope
  }

  async list(owner: Owner, options: ListOptions = {}): Promise<Page<SessionInfo>> {
    assertOwner(owner)
    const { status, after } = options
    const holder = ownerText(owner)
    const all = [...this.sessions.values()]
      .filter(({ key }) => ownerText(key.owner) === holder)
      .map(({ info }) => info)
      .filter(info => status === undefined || info.status === status)
      .sort((left, right) => right.updated - left.updated || (left.id < right.id ? -1 : 1))
    const from = after === undefined ? null : readCursor(after)
    const rest = from === null ? all : all.filter(info => isAfter(info, from))
    return pageOf(rest, limitOf(options), ({ updated, id }) => cursorText({ time: updated, id }))
  }

  async due(options: DueOptions): Promise<Page<SessionKey>> {
    const { now, after } = options
    const from = after === undefined ? '' : readCursor(after).id
    const all = [...this.sessions]
      .filter(([, { info }]) => info.status === 'due' || (info.wakeAt !== null && info.wakeAt <= now))
      .filter(([text]) => text > from)
      .sort(([left], [right]) => (left < right ? -1 : 1))
    const page = pageOf(all, limitOf(options), ([text]) => cursorText({ time: 0, id: text }))
    return { items: page.items.map(([, { key }]) => key), next: page.next }
  }

  async scopes(owner: Owner): Promise<ReadonlyMap<string, ScopedValue>> {
    assertOwner(owner)
    const { app, user } = owner
    const holders = [{ app }, ...(user === undefined ? [] : [{ app, user }])].map(ownerText)
    const entries = holders.flatMap(holder => [...(this.shared.get(holder) ?? [])])
    return new Map(
      entries.flatMap(([name, { isDeleted, value, ...rest }]) =>
        isDeleted ? [] : [[name, { ...rest, value: structuredClone(value) }] as const],
      ),
    )
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
    const bodies = [...kept.bodies.slice(0, at), ...events.map(bodyOf)]
    const parent = { id: key.id, revision: Math.min(at, kept.bodies.length) }
    const info = { id, revision: bodies.length, status, wakeAt: null, created: time, updated: time, parent }
    this.add(copy, { key: copy, state: kept.state, bodies, info })
    return bodies.length
  }

  async delete(key: SessionKey): Promise<boolean> {
    assertSessionKey(key)
    return this.sessions.delete(keyText(key))
  }

  async deleteOwner(owner: Owner): Promise<number> {
    assertOwner(owner)
    const holder = ownerText(owner)
    const own = [...this.sessions].filter(([, { key }]) => ownerText(key.owner) === holder)
    for (const [text] of own) this.sessions.delete(text)
    if (owner.user !== undefined) this.shared.delete(holder)
    return own.length
  }

  async close(): Promise<void> {}
}

const bodyOf = (event: NewEvent): string => eventText(event).body

const isAfter = ({ updated, id }: SessionInfo, { time, id: last }: { time: number; id: string }): boolean =>
  updated < time || (updated === time && id > last)

function pageOf<Item>(all: readonly Item[], limit: number, cursorOf: (item: Item) => string): Page<Item> {
  const items = all.slice(0, limit)
  const last = items.at(-1)
  return { items, next: all.length > limit && last !== undefined ? cursorOf(last) : null }
}
