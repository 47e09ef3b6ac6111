import { Path } from '../../core/form/path.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import { assertOwner, assertSessionKey } from '../../core/session/owner.ts'
import { assertAppend, assertFork, assertPlace, limitOf } from './assert-write.ts'
import { eventText, parsedEvent } from './event-text.ts'
import { jsonText, jsonValue } from './json-text.ts'
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
    return shallow(() => store.append(key, copyOf(write)))
  },
  async list(owner, options = {}) {
    assertOwner(owner)
    return store.list(owner, { ...options, limit: limitOf(options) })
  },
  async due(options) {
    return store.due({ ...options, limit: limitOf(options) })
  },
  async scopes(owner) {
    assertOwner(owner)
    return store.scopes(owner)
  },
  async fork(key, id, options) {
    assertSessionKey(key)
    assertSessionKey({ owner: key.owner, id })
    assertFork(options)
    return shallow(() =>
      store.fork(key, id, { ...options, events: (options.events ?? []).map(event => plainOf(event, 0)) }),
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
  ...(store.claim && { claim: store.claim.bind(store) }),
  ...(store.watch && { watch: store.watch.bind(store) }),
  close: () => store.close(),
})

/** Returns a copy of an append and of everything in it. */
const copyOf = ({ events, state, scopes, ...rest }: Append): Append => ({
  ...rest,
  events: events.map((event, index) => plainOf(event, rest.expectedRevision + index)),
  ...(state && { state: plain(state) as JsonObject }),
  ...(scopes && { scopes: scopes.map(scopeOf) }),
})

const scopeOf = ({ value, ...rest }: ScopedWrite): ScopedWrite => ({
  ...rest,
  ...(value !== undefined && { value: plain(value) }),
})

const plain = (value: JsonValue): JsonValue => jsonValue(jsonText(value))

const plainOf = (event: NewEvent, seq: number): StoredEvent =>
  parsedEvent(eventText(event).body, seq, null, String)

/** Turns the error of a store that cannot write a deeply nested value into a TypeError. */
const shallow = <Result>(write: () => Promise<Result>): Promise<Result> =>
  write().catch(error => {
    throw error instanceof RangeError
      ? Path.named('a value').wrong('is nested too deeply for this store')
      : error
  })
