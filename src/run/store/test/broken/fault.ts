import type { StoreMaker } from '../../../../testing/index.ts'
import { inMemoryStore, type Owner, type SessionKey, type Store, type StoredEvent } from '../../index.ts'

/** Returns the methods that a faulty store has instead of those of a correct store. */
export type Fault = (inner: Store) => Partial<Store>

/** Faults by name. */
export type Faults = Readonly<Record<string, Fault>>

/** Returns a store in which some methods are replaced. */
export function changed(inner: Store, methods: Partial<Store>): Store {
  const { read, append, list, due, scopes, fork, deleteOwner, close } = inner
  const own = { read, append, list, due, scopes, fork, delete: inner.delete, deleteOwner, close }
  const bound = Object.entries(own).map(([name, method]) => [name, (method as () => unknown).bind(inner)])
  return { ...(Object.fromEntries(bound) as Store), ...methods }
}

/** Returns a maker of in-memory stores with a fault. Two stores may share their data. */
export function makerOf(fault: Fault): StoreMaker {
  const inners = new WeakMap<Store, Store>()
  const open = (inner: Store): Store => {
    const store = changed(inner, fault(inner))
    inners.set(store, inner)
    return store
  }
  return {
    make: () => open(inMemoryStore()),
    again: store => open(inners.get(store) as Store),
  }
}

/** Returns a store with a fault in the events that it reads. */
export const reading =
  (change: (events: readonly StoredEvent[]) => readonly StoredEvent[]): Fault =>
  inner => ({
    async read(key, options) {
      const record = await inner.read(key, options)
      return record && { ...record, events: change(record.events) }
    },
  })

/** Returns a store with a fault in the strings that it stores. */
export const spelling = (change: (text: string) => string): Fault =>
  reading(events => events.map(event => respelled(event, change) as StoredEvent))

/** Returns a value with changed strings, except those in its first two levels. */
function respelled(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return depth < 2 ? value : change(value)
  if (depth > 20 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => respelled(item, change, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, respelled(item, change, depth + 1)]),
  )
}

/** Returns a store that confuses owners or ids. */
export const naming =
  (owner: (owner: Owner) => Owner, id: (id: string) => string = same): Fault =>
  inner => {
    const named = (key: SessionKey): SessionKey => ({ owner: owner(key.owner), id: id(key.id) })
    return {
      read: (key, options) => inner.read(named(key), options),
      append: (key, write) => inner.append(named(key), write),
      list: (of, options) => inner.list(owner(of), options),
      scopes: of => inner.scopes(owner(of)),
      fork: (key, copy, options) => inner.fork(named(key), id(copy), options),
      delete: key => inner.delete(named(key)),
      deleteOwner: of => inner.deleteOwner(owner(of)),
    }
  }

const same = (text: string): string => text
