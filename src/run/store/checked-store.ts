import { Path } from '../../core/form/path.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import { assertOwner, assertSessionKey } from '../../core/session/owner.ts'
import { assertAppend, assertFork, assertPlace, pageLimit } from './assert-write.ts'
import { checkedAccounts } from './checked-accounts.ts'
import { checkedLeases } from './checked-leases.ts'
import { eventText, parsedEvent } from './event-text.ts'
import { parseJsonValue, stringifyJson } from './json-text.ts'
import type { Append, NewEvent, ScopedWrite, Store, StoredEvent } from './store.ts'

/**
 * For authors of stores: returns a store that checks all input before it calls another store. The other store only gets
 * valid input, as plain JSON copies. Events have all their fields and, in an append, their `seq`. The other store must
 * reject malformed cursors itself.
 *
 * @example
 * import { checkedStore, inMemoryStore } from 'ctxc/store'
 *
 * const store = checkedStore(inMemoryStore())
 * const error = await store.list({ app: '' }).catch(reason => reason)
 * console.log(error.message) // owner.app must be a string that is not empty, got ''
 */
export const checkedStore = (store: Store): Store => ({
  async read(key, { from = 0 } = {}) {
    assertSessionKey(key)
    assertPlace(from, 'from')
    return store.read(key, { from })
  },
  async append(key, write) {
    assertSessionKey(key)
    assertAppend(key.owner, write)
    return rejectDeepValues(() => store.append(key, copyAppend(write)))
  },
  async list(owner, options = {}) {
    assertOwner(owner)
    return store.list(owner, { ...options, limit: pageLimit(options) })
  },
  async due(options) {
    return store.due({ ...options, limit: pageLimit(options) })
  },
  async scopes(owner) {
    assertOwner(owner)
    return store.scopes(owner)
  },
  async fork(key, id, options) {
    assertSessionKey(key)
    assertSessionKey({ owner: key.owner, id })
    assertFork(options)
    return rejectDeepValues(() =>
      store.fork(key, id, { ...options, events: (options.events ?? []).map(event => copyEvent(event, 0)) }),
    )
  },
  async delete(key) {
    assertSessionKey(key)
    return store.delete(key)
  },
  async deleteOwner(owner) {
    assertOwner(owner)
    return store.deleteOwner(owner)
  },
  ...(store.erase && { erase: () => (store.erase as NonNullable<Store['erase']>)() }),
  ...(store.leases && { leases: checkedLeases(store.leases) }),
  ...(store.accounts && { accounts: checkedAccounts(store.accounts) }),
  ...(store.relay && { relay: store.relay }),
  close: () => store.close(),
})

/** Returns a copy of an append and of everything in it. */
const copyAppend = ({ events, state, scopes, costs, ...rest }: Append): Append => ({
  ...rest,
  events: events.map((event, index) => copyEvent(event, rest.expectedRevision + index)),
  ...(state && { state: copyJsonValue(state) as JsonObject }),
  ...(scopes && { scopes: scopes.map(copyScopedWrite) }),
  ...(costs && { costs: costs.map(({ usage, ...cost }) => ({ ...cost, usage: { ...usage } })) }),
})

const copyScopedWrite = ({ value, ...rest }: ScopedWrite): ScopedWrite => ({
  ...rest,
  ...(value !== undefined && { value: copyJsonValue(value) }),
})

const copyJsonValue = (value: JsonValue): JsonValue => parseJsonValue(stringifyJson(value))

const copyEvent = (event: NewEvent, seq: number): StoredEvent =>
  parsedEvent(eventText(event).body, seq, null, String)

/** Turns the error of a store that cannot write a deeply nested value into a TypeError. */
const rejectDeepValues = <Result>(write: () => Promise<Result>): Promise<Result> =>
  write().catch(error => {
    throw error instanceof RangeError
      ? Path.named('a value').wrong('is nested too deeply for this store')
      : error
  })
