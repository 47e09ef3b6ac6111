import type { JsonValue } from '../ir/json.ts'
import type { State } from '../session/state.ts'
import { frozenCopy } from './frozen-copy.ts'

/** A state as a function of the program sees it, and the keys that it has looked at so far. */
export interface View {
  readonly state: State
  readonly reads: ReadonlySet<string>
}

/** A state that can only be read, and remembers what was: the values are copies that nobody can change. */
export function viewOf(state: State): View {
  const reads = new Set<string>()
  const copies = new Map<string, JsonValue>()
  const read = (key: string | symbol): JsonValue | undefined => {
    if (typeof key !== 'string' || !Object.hasOwn(state, key)) return undefined
    reads.add(key)
    if (!copies.has(key)) copies.set(key, frozenCopy(state[key] as JsonValue))
    return copies.get(key)
  }
  const refuse = (): never => {
    throw new TypeError('a state is not changed in place: return the value, or use another step')
  }
  const view = new Proxy<Record<string, JsonValue>>(Object.create(null), {
    get: (_, key) => read(key),
    has: (_, key) => read(key) !== undefined,
    // Sorted: their order in a state tells how it came about, which is nothing to decide by.
    ownKeys: () => Object.keys(state).sort(),
    getOwnPropertyDescriptor: (_, key) => {
      const value = read(key)
      return value === undefined ? value : { value, enumerable: true, configurable: true, writable: false }
    },
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    setPrototypeOf: refuse,
    preventExtensions: refuse,
  })
  return { state: view, reads }
}
